import { useEffect, useState } from "preact/hooks";
import type { FileLink } from "#shared/contracts/output.ts";
import { send } from "../api.ts";
import { shortened } from "../format.ts";
import { common, wordsIn } from "../words.ts";
import { giveAddress } from "./give-file.ts";
import { Elsewhere } from "./markdown.tsx";

/** Drawn pictures that can hold scripts are never shown, only given. */
const SHOWN: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const OURS = "/v1/files/";
/** What a step may bring along within its answer. */
const INLINE = /^data:image\/(?:png|jpeg|gif|webp);base64,/;

const words = wordsIn({
  files: ["Arquivos", "Files"],
  picture: [(name: string) => `Imagem ${name}`, (name: string) => `Picture ${name}`],
  pictureGone: ["A imagem não está mais disponível.", "The picture is no longer available."],
});

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
      {picture === undefined ? null : <Picture key={picture.url} file={picture} />}
      <ul aria-label={words().files}>
        {files.map((file) => (
          <li key={file.url}>
            <FileButton file={file} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Picture({ file }: { file: FileLink }) {
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    addressOf(file).then(
      (found) => {
        made = found;
        if (!isGone) setAddress(found);
        else URL.revokeObjectURL(found);
      },
      () => setAddress(null),
    );
    return () => {
      isGone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, []);
  if (address === null) return <p class="quiet">{words().pictureGone}</p>;
  return (
    <div class="picture">
      {address === undefined ? null : <img src={address} alt={words().picture(file.name)} />}
    </div>
  );
}

function FileButton({ file }: { file: FileLink }) {
  const [isGone, setGone] = useState(false);
  const name = shortened(file.name, 60);
  if (!isOurs(file)) return <Elsewhere url={file.url} name={name} />;
  const load = async () => {
    try {
      const address = await addressOf(file);
      giveAddress(file.name, address);
    } catch {
      setGone(true);
    }
  };
  return (
    <button type="button" class="plain" onClick={() => void load()} disabled={isGone}>
      {common().download} {name}
    </button>
  );
}
