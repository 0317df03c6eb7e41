/** Long enough for a browser to begin. */
const GIVEN_MS = 10_000;

/** Hands what stands at an address to the user, as a file of that name. */
export function giveAddress(name: string, address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), GIVEN_MS);
}

/** Hands a text to the user as a file. */
export const giveFile = (name: string, text: string): void =>
  giveAddress(name, URL.createObjectURL(new Blob([text], { type: "text/plain" })));
