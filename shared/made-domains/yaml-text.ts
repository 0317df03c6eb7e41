import { Document, isScalar, visit, type YAMLMap, type YAMLSeq } from "yaml";

/** Of a map on one line: longer ones are easier to read one name a line. */
const MOST_CHARS = 100;
const MOST_NAMES = 4;

/** A value as a file for people to edit: a few plain values stand on one line. */
export function yamlText(value: object): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Map(_key, map) {
      if (isShort(map)) map.flow = true;
    },
    Seq(_key, list) {
      if (isShortList(list)) list.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function isShort({ items }: YAMLMap): boolean {
  if (items.length === 0 || items.length > MOST_NAMES) return false;
  const isPlain = items.every(({ value }) => isScalar(value));
  const chars = items.reduce(
    (sum, { key, value }) => sum + String(key).length + String(value).length,
    0,
  );
  return isPlain && chars <= MOST_CHARS;
}

/** Names and not sentences: of those each has a line, so that one more is one line more. */
const isShortList = ({ items }: YAMLSeq): boolean =>
  items.length > 0 &&
  items.every(isScalar) &&
  items.every(({ value }) => !/\s/.test(String(value))) &&
  items.reduce((sum, item) => sum + String(item.value).length + 2, 0) <= MOST_CHARS;
