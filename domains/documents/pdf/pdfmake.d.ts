/** As much of pdfmake as is used here. Its published types bring a browser's globals into every file. */
declare module "pdfmake" {
  const pdfmake: {
    addFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void;
    setUrlAccessPolicy(mayFetch: (url: string) => boolean): void;
    setLocalAccessPolicy(mayRead: (path: string) => boolean): void;
    /** Errors: rejects for a definition that it cannot lay out */
    createPdf(definition: Readonly<Record<string, unknown>>): { getBuffer(): Promise<Buffer> };
  };
  export = pdfmake;
}

declare module "pdfmake/fonts/Roboto.js" {
  /** Files by style. */
  const fonts: { readonly Roboto: Readonly<Record<string, string>> };
  export = fonts;
}
