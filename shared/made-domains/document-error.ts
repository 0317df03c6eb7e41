import { RegenteError } from "../contracts/errors.ts";

/** What a document or an overlay says cannot be used; `place` is where in it. */
export class DocumentError extends RegenteError {
  override readonly name = "DocumentError";
  readonly code = "BAD_DOCUMENT";
  readonly place: string;
  constructor(place: string, message: string, options?: ErrorOptions) {
    super(place === "" ? message : `${place}: ${message}`, options);
    this.place = place;
  }
}
