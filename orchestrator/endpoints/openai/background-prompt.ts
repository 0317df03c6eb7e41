import type { ChatMessage } from "./chat-message.ts";

/** What front ends and agents ask a model for behind the user's back. */
export const backgroundTasks = [
  "title",
  "tags",
  "follow_ups",
  "queries",
  "autocomplete",
  "image_prompt",
  "emoji",
  "tool_choice",
  "merge",
  "summary",
  "extraction",
  "health",
  "other",
] as const;
export type BackgroundTask = (typeof backgroundTasks)[number];

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
