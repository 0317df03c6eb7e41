import { useState } from "preact/hooks";
import type { FileLink } from "#shared/contracts/output.ts";
import { send } from "../api.ts";
import { shortened } from "../format.ts";
import { useWhile } from "../load.ts";
import { wordsIn } from "../words.ts";
import { Elsewhere } from "./markdown.tsx";
import { Button, Items } from "./parts.tsx";

/** Drawn pictures that can hold scripts are never shown, only given. */
const SHOWN: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const OURS = "/v1/files/";
/** What a step may bring along within its answer. */
const INLINE = /^data:image\/(?:png|jpeg|gif|webp);base64,/;

const say = wordsIn({
  files: ["Arquivos", "Files"],
  download: ["Baixar", "Download"],
  picture: [(name: string) => `Imagem ${name}`, (name: string) => `Picture ${name}`],
  pictureGone: ["A imagem não está mais disponível.", "The picture is no longer available."],
});

/** Long enough for a browser to begin. */
const GIVEN_MS = 10_000;

/** Hands what stands at an address to the user, as a file of that name. */
function giveAddress(name: string, address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), GIVEN_MS);
}

/** Hands a text to the user as a file. */
export const giveFile = (name: string, text: string): void =>
  giveAddress(name, URL.createObjectURL(new Blob([text], { type: "text/plain" })));

/** Fetched with the caller's key, which an address in a page could not carry. */
async function addressOf({ url }: FileLink): Promise<string> {
  if (INLINE.test(url)) return url;
  const response = await send("GET", url, { headers: { accept: "*/*" } });
  return URL.createObjectURL(await response.blob());
}

const isOurs = ({ url }: FileLink) => url.startsWith(OURS) || INLINE.test(url);

/** The files of an answer: the first picture is shown, all can be had. */
export function Files({ files }: { files: readonly FileLink[] }) {
  if (files.length === 0) return null;
  const picture = files.find((file) => SHOWN.has(file.media_type) && isOurs(file));
  return (
    <div class="files">
      {picture && <Picture key={picture.url} file={picture} />}
      <Items label={say.files} of={files} keyOf={({ url }) => url}>
        {(file) => <FileButton file={file} />}
      </Items>
    </div>
  );
}

function Picture({ file }: { file: FileLink }) {
  const [address, setAddress] = useState<string | null>();
  useWhile((leaving) => {
    addressOf(file).then(
      (found) => {
        if (leaving.aborted) return URL.revokeObjectURL(found);
        leaving.addEventListener("abort", () => URL.revokeObjectURL(found));
        setAddress(found);
      },
      () => setAddress(null),
    );
  }, []);
  if (address === null) return <p class="quiet">{say.pictureGone}</p>;
  return <div class="picture">{address && <img src={address} alt={say.picture(file.name)} />}</div>;
}

function FileButton({ file }: { file: FileLink }) {
  const [isGone, setGone] = useState(false);
  const name = shortened(file.name, 60);
  if (!isOurs(file)) return <Elsewhere url={file.url} name={name} />;
  const load = () =>
    addressOf(file).then(
      (address) => giveAddress(file.name, address),
      () => setGone(true),
    );
  return <Button says={`${say.download} ${name}`} class="plain" disabled={isGone} act={load} />;
}
