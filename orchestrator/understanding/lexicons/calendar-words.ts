/** Words that say when, folded. */
export const CALENDAR_WORDS: ReadonlySet<string> = new Set(
  "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december today tomorrow tonight yesterday morning afternoon evening night noon midnight weekend week month year day \
segunda terca quarta quinta sexta sabado domingo janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro hoje amanha ontem manha tarde noite semana semanas mes meses ano anos dia dias hora horas".split(
    /\s+/,
  ),
);
