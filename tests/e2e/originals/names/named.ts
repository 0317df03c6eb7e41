/**
 * What a document behind this system names beside its sentences and payloads - tables, columns, files, endpoints, parts and
 * promises - word for word, with where each is here. What is elsewhere, or not at all, says why.
 */
export type Named = {
  /** The document's section. */
  from: string;
  /** As it stands there. */
  named: readonly string[];
  /**
   * Where it is: `capability web.search_web`, `goal WEB_SEARCH`, `field turnResponse.answer`, `value runStatus running`,
   * `route POST /v1/turns`, `setting REGENTE_DATA`, `command promote`, `file domains.bootstrap.json`, or `test FILE: some
   * words of it`.
   */
  here: readonly string[];
  because?: string;
};

/** One row of a table of names. */
export const row = (
  from: string,
  named: readonly string[],
  here: readonly string[],
  because?: string,
): Named => ({ from, named, here, ...(because !== undefined && { because }) });
