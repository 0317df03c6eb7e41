import { isJsonObject, parsedJson } from "#shared/contracts/json.ts";
import type { ChatMessage } from "./requests.ts";

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
  const example = parsedJson(instructions.slice(open, close + 1));
  if (!isJsonObject(example)) return undefined;
  return Object.fromEntries(
    Object.entries(example).map(([key, value]) => [key, Array.isArray(value) ? [] : ""]),
  );
}

/** What front ends and agents ask a model for behind the user's back. */
export type BackgroundTask =
  | "title"
  | "tags"
  | "follow_ups"
  | "queries"
  | "autocomplete"
  | "image_prompt"
  | "emoji"
  | "tool_choice"
  | "merge"
  | "summary"
  | "extraction"
  | "health"
  | "other";

/** How much of a prompt tells what it is for; what follows may be anyone's words. */
const SYSTEM_CHARS = 600;
const USER_CHARS = 400;

type Sign = readonly [sign: RegExp, task: BackgroundTask];

/** How Open WebUI's task prompts begin, after `### Task:`. */
const TASK_PROMPTS: readonly Sign[] = [
  [/^Generate a concise, 3-5 word title/, "title"],
  [/^Generate 1-3 broad tags/, "tags"],
  [/^Suggest 3-5 relevant follow-up/, "follow_ups"],
  [/^Analyze the chat history to determine the necessity of generating search queries/, "queries"],
  [/^You are an autocompletion system/, "autocomplete"],
  [/^Generate a detailed prompt for \w+ image generation/, "image_prompt"],
];

const CONVERSATION = "conversations?|chats?|threads?|sessions?|discussions?|dialogues?|dialogs?";
const MAKE = "generate|create|write|provide|produce|suggest|reply with|respond with";

/** How the last message of the user begins when no user wrote it. */
const USER_SIGNS: readonly Sign[] = [
  [/^test from litellm/i, "health"],
  [/^Your task is to reflect the speaker's likely facial expression/, "emoji"],
  [/^You have been provided with a set of responses from various models/, "merge"],
  [/^You are now acting as the \w+ extraction subagent/i, "extraction"],
  [/^Analyze this conversation and provide:\s*1\. The detected language/, "title"],
  [
    /^You are a helpful assistant\. You will be presented with a user prompt, and your job is to provide a short title/,
    "title",
  ],
  [/^Based on the chat history, give this conversation a name/i, "title"],
  [
    new RegExp(
      `^(?:given the following[^\\n]{0,40}\\s)?(?:please )?(?:${MAKE})\\b[^\\n]{0,120}\\btitle\\b[^\\n]{0,120}\\b(?:${CONVERSATION})\\b`,
      "i",
    ),
    "title",
  ],
];

/** What a system prompt says that makes the user's words the matter and not the wish. */
const SYSTEM_SIGNS: readonly Sign[] = [
  [/^Available Tools:/, "tool_choice"],
  [/\b\w+ extraction subagent/i, "extraction"],
  [/^\s*you are (?:an? )?(?:[a-z-]+ ){0,3}title generator\b/i, "title"],
  [/^\s*you are (?:an? )?(?:[a-z-]+ ){0,3}summari[sz]er\b[^\n]{0,200}\btitle\b/i, "title"],
  [
    new RegExp(
      `\\b(?:${MAKE})\\b[^.\\n]{0,80}\\btitle\\b[^\\n]{0,120}\\b(?:${CONVERSATION}|messages?|prompts?)\\b`,
      "i",
    ),
    "title",
  ],
  [
    new RegExp(
      `\\b(?:${CONVERSATION})\\b[^.\\n]{0,80}\\b(?:${MAKE})\\b[^.\\n]{0,60}\\btitle\\b`,
      "i",
    ),
    "title",
  ],
  [
    new RegExp(
      `\\b(?:generate|suggest|create|extract|assign)\\b[^.\\n]{0,60}\\btags\\b[^.\\n]{0,80}\\b(?:${CONVERSATION})\\b`,
      "i",
    ),
    "tags",
  ],
  [
    /\b(?:generate|suggest|propose)\b[^.\n]{0,60}\bfollow-?up (?:questions|prompts)\b/i,
    "follow_ups",
  ],
  [/\bgenerate\b[^.\n]{0,60}\bsearch quer(?:y|ies)\b/i, "queries"],
  [
    new RegExp(
      `(?:^\\s*|tasked with |good at [^.\\n]{0,60}|(?:task|job|role) is to |you will |\\bassistant who )summari[sz](?:e|ing)\\b[^.\\n]{0,80}\\b(?:${CONVERSATION})\\b`,
      "i",
    ),
    "summary",
  ],
  [/^\s*you are (?:an? )?(?:[a-z-]+ ){0,3}(?:conversation|chat) summari[sz]er\b/i, "summary"],
];

/** What Open WebUI's `{{TASK}}` says when an administrator has it sent as a header. */
const TASK_NAMES: ReadonlyMap<string, BackgroundTask> = new Map([
  ["title_generation", "title"],
  ["tags_generation", "tags"],
  ["follow_up_generation", "follow_ups"],
  ["query_generation", "queries"],
  ["autocomplete_generation", "autocomplete"],
  ["image_prompt_generation", "image_prompt"],
  ["emoji_generation", "emoji"],
  ["function_calling", "tool_choice"],
  ["moa_response_generation", "merge"],
]);

const signed = (text: string, signs: readonly Sign[]): BackgroundTask | undefined =>
  signs.find(([sign]) => sign.test(text))?.[1];

/**
 * What a conversation was sent for when its user asked for nothing; undefined for a wish of theirs.
 * Front ends send such prompts to the very model that carries out wishes, often with the user's own words as
 * the last message, so a prompt that is taken for a wish has it carried out twice. `taskName` is what a front
 * end says of it in a header. Pure.
 */
export function backgroundTask(
  said: readonly ChatMessage[],
  taskName?: string,
): BackgroundTask | undefined {
  const named = taskName === undefined ? undefined : TASK_NAMES.get(taskName);
  if (named !== undefined) return named;
  const user = said.findLast(({ role }) => role === "user")?.text.trimStart() ?? "";
  if (user.startsWith("### Task:")) {
    const task = signed(user.slice("### Task:".length, USER_CHARS).trimStart(), TASK_PROMPTS);
    if (task !== undefined) return task;
  }
  if (user.includes("<chat_history>")) return "other";
  for (const { role, text } of said) {
    const task = role === "system" ? signed(text.slice(0, SYSTEM_CHARS), SYSTEM_SIGNS) : undefined;
    if (task !== undefined) return task;
  }
  return signed(user.slice(0, USER_CHARS), USER_SIGNS);
}
