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

const made = pdfmake.createPdf(layOut(workerData as PdfSource));
parentPort?.postMessage(new Uint8Array(await made.getBuffer()));
