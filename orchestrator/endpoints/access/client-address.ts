import { BlockList, isIP, isIPv4 } from "node:net";

/** `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`; undefined for anything else. */
export function readNetwork(text: string): { address: string; prefix: number } | undefined {
  const [address = "", bits, ...more] = text.split("/");
  const most = isIPv4(address) ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  const isOne =
    isIP(address) !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits ?? "0") && prefix <= most;
  return isOne ? { address, prefix } : undefined;
}

/**
 * Where a request really comes from: the peer, or, when that is a proxy of ours, whom the proxy says it speaks for. Of
 * a chain only the part that our own proxies wrote counts; a client can write the rest.
 * Shape:  an IPv4 address, or the network of an IPv6 one, since whoever has one address of it has them all
 */
export function addressReader(
  proxies: readonly string[],
): (peer: string | undefined, forwardedFor: string | string[] | undefined) => string {
  const ours = new BlockList();
  for (const each of proxies) {
    const network = readNetwork(each);
    if (network !== undefined)
      ours.addSubnet(network.address, network.prefix, isIPv4(network.address) ? "ipv4" : "ipv6");
  }
  const isOurs = (address: string) =>
    isIP(address) !== 0 && ours.check(address, isIPv4(address) ? "ipv4" : "ipv6");
  return (peer, forwardedFor) => {
    let address = plain(peer ?? "");
    const chain = [forwardedFor ?? []].flat().join(",").split(",");
    while (proxies.length > 0 && isOurs(address)) {
      const before = plain(chain.pop()?.trim() ?? "");
      if (isIP(before) === 0) break;
      address = before;
    }
    return networkOf(address);
  };
}

/** An IPv4 address that came over an IPv6 socket is itself. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

/** The first 64 bits of an IPv6 address. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const parts = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${parts
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":")}::/64`;
}
