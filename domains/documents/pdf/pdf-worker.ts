import { parentPort, workerData } from "node:worker_threads";
import pdfmake from "pdfmake";
import fonts from "pdfmake/fonts/Roboto.js";
import { layOut } from "./lay-out.ts";
import type { PdfSource } from "./make-pdf.ts";

pdfmake.addFonts(fonts);
// Pictures come with the text or not at all; of files, the library needs its own fonts.
const fontFiles = new Set(Object.values(fonts.Roboto));
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path));

const document = layOut(workerData as PdfSource);
// It decodes pictures in the background.
process.on("uncaughtException", giveUp);
void make().then((pdf) => parentPort?.postMessage(pdf), giveUp);

async function make(): Promise<Uint8Array> {
  return new Uint8Array(await pdfmake.createPdf(document).getBuffer());
}

/** A picture that is broken, a text that cannot be laid out: there is no PDF of it. A file that is not there is our fault. */
function giveUp(error: unknown): void {
  if (error instanceof Error && "syscall" in error) throw error;
}
