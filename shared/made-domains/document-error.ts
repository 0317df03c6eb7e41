import { RegenteError } from "../contracts/errors.ts";
import { type Reason, reason } from "../messages/reason.ts";

/** What a document or an overlay says cannot be used; `place` is where in it. */
export class DocumentError extends RegenteError {
  override readonly name = "DocumentError";
  readonly code = "BAD_DOCUMENT";
  readonly place: string;
  constructor(place: string, why: Reason | string, options?: ErrorOptions) {
    super(place === "" ? why : reason("at", { path: place, why }), options);
    this.place = place;
  }
}
