import { isJsonObject } from "#shared/contracts/json.ts";
import type { BackgroundTask } from "./background-prompt.ts";
import type { ChatMessage } from "./chat-message.ts";

const TITLE_WORDS = 5;
const TITLE_CHARS = 50;
const SUMMARY_CHARS = 200;
/** How far into a quoted conversation its first words are looked for. */
const QUOTED_CHARS = 4000;

/** What a prompt's sender reads: an object where it asks for JSON, else words. */
export type BackgroundAnswer = { text: string; value: Record<string, unknown> };

/**
 * An answer that costs nothing and does nothing, in the shape that the sender reads. A title is the beginning
 * of what the user first said. Pure.
 */
export function answerBackground(
  task: BackgroundTask,
  said: readonly ChatMessage[],
): BackgroundAnswer {
  const prompt = said.findLast(({ role }) => role === "user")?.text ?? "";
  const system = said.find(({ role }) => role === "system")?.text ?? "";
  const topic = topicOf(said, prompt);
  const inWords = (text: string, value: Record<string, unknown>): BackgroundAnswer => ({
    text: asksForJson(system, prompt) ? JSON.stringify(value) : text,
    value,
  });
  const json = (value: Record<string, unknown>) => ({ text: JSON.stringify(value), value });
  switch (task) {
    case "title": {
      const title = titleOf(topic);
      return inWords(title, { title, language: "und" });
    }
    case "tags":
      return json({ tags: ["General"] });
    case "follow_ups":
      return json({ follow_ups: [] });
    case "queries":
      return json({ queries: [] });
    case "autocomplete":
      return json({ text: "" });
    case "image_prompt":
      return json({ prompt: topic });
    case "tool_choice":
      return json({ tool_calls: [] });
    case "emoji":
      return { text: "🙂", value: { emoji: "🙂" } };
    case "merge": {
      const responses = prompt.slice(prompt.lastIndexOf("Responses from models:"));
      const text = responses.replace("Responses from models:", "").trim() || "ok";
      return { text, value: { text } };
    }
    case "summary": {
      const summary = shorten(topic, SUMMARY_CHARS) || "ok";
      return inWords(summary, { summary });
    }
    case "extraction":
    case "health":
      return { text: "ok", value: {} };
    case "other": {
      const value = emptyExample(prompt);
      return value === undefined ? { text: titleOf(topic), value: {} } : json(value);
    }
  }
}

/** The instructions, without the conversation that is quoted below them. */
const instructionsOf = (prompt: string): string => prompt.split("<chat_history>")[0] ?? "";

const asksForJson = (system: string, prompt: string): boolean =>
  /\bJSON\b/.test(system) ||
  (/\bJSON\b/.test(instructionsOf(prompt)) && prompt.includes("<chat_history>"));

/** What the user first said, in the conversation or in the one that is quoted. */
function topicOf(said: readonly ChatMessage[], prompt: string): string {
  const from = Math.max(prompt.indexOf("<chat_history>"), 0);
  const quoted = prompt.slice(from, from + QUOTED_CHARS);
  const line = /^[ \t]*(?:<user>\s?|(?:\*\*)?user(?: prompt)?(?:\*\*)?:\s?)([^\n]+)/im.exec(
    quoted,
  )?.[1];
  if (line !== undefined) return line.replace(/<\/user>.*$/, "").trim();
  const first = said.find(
    ({ role, text }) => role === "user" && !/^\s*Generate a title/i.test(text),
  );
  return (first?.text ?? "").trim();
}

function titleOf(topic: string): string {
  const words = topic
    .replace(/["`*_#<>{}[\]]+/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .split(" ")
    .slice(0, TITLE_WORDS)
    .join(" ");
  return shorten(words, TITLE_CHARS).replace(/[?!.,;:]+$/, "") || "Chat";
}

/** Cut between characters as people see them. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > most) break;
    kept += segment;
  }
  return kept.trimEnd();
}

/** The object that a prompt shows as the form of its answer, with nothing in it. */
function emptyExample(prompt: string): Record<string, unknown> | undefined {
  const instructions = instructionsOf(prompt);
  const open = instructions.lastIndexOf("{");
  const close = instructions.indexOf("}", open);
  if (open === -1 || close === -1) return undefined;
  try {
    const example: unknown = JSON.parse(instructions.slice(open, close + 1));
    if (!isJsonObject(example)) return undefined;
    return Object.fromEntries(
      Object.entries(example).map(([key, value]) => [key, Array.isArray(value) ? [] : ""]),
    );
  } catch {
    return undefined;
  }
}
