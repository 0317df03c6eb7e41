import type { Entities, GoalFrame } from "#shared/contracts/intent.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import type { ConversationState } from "#shared/contracts/pending.ts";

/** The remembered values, with those that this goal's manifest wants kept. */
export function remember(
  remembered: ConversationState["remembered"],
  frame: GoalFrame,
  schema: Readonly<Record<string, EntitySchema>>,
): ConversationState["remembered"] {
  const kept: Entities = {};
  for (const [name, entity] of Object.entries(schema)) {
    const value = Object.hasOwn(frame.entities, name) ? frame.entities[name] : undefined;
    if (entity.remember && value !== undefined) kept[name] = value;
  }
  return { ...remembered, ...kept };
}
