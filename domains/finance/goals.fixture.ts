/** "(mês|ano) passado" gives "mês passado" and "ano passado". */
export function phrases(entry: string): string[] {
  const group = /[([]([^()[\]]*)[)\]]/.exec(entry);
  if (group === null) return [entry];
  const [whole, options = ""] = group;
  const before = entry.slice(0, group.index);
  const after = entry.slice(group.index + whole.length);
  return [...options.split("|"), ...(whole.startsWith("[") ? [""] : [])].flatMap((option) =>
    phrases(before + option + after),
  );
}
