import { expect, it } from "vitest";
import { replayRecording } from "../orchestrator/quality/tools/replay.ts";

// Made by: npx regente replay run_mx2jsku4_xtFe7OkR8ySSWOvd --to-test
const recording = `{
  "run": {
    "run_id": "run_mx2jsku4_xtFe7OkR8ySSWOvd",
    "user_id": "recorded",
    "session_id": "recorded",
    "status": "success",
    "catalogue_digest": "1958d8806f3c5b2e06fab97c31631519d90c08f0cb4b4f9e99b75f9fd3896487",
    "intent": {
      "primary_domain": "memory",
      "goal": "SAVE_NOTE",
      "entities": {
        "content": "my shirt size is M"
      },
      "confidence": 0.99,
      "original_query": "remember that my shirt size is M",
      "tier": "template",
      "evidence": [
        {
          "kind": "template",
          "detail": "remember that {content}",
          "weight": 0.99
        },
        {
          "kind": "entity",
          "detail": "content: \\"my shirt size is M\\" (open)",
          "weight": 0.99
        },
        {
          "kind": "runner_up",
          "detail": "finance.COMPARE_QUOTES",
          "weight": 0.001
        }
      ],
      "alternatives": [
        {
          "domain": "finance",
          "goal": "COMPARE_QUOTES",
          "confidence": 0.0009379492037297736
        },
        {
          "domain": "finance",
          "goal": "SEARCH_SYMBOL",
          "confidence": 0.0007627765162684994
        },
        {
          "domain": "memory",
          "goal": "LIST_ALL",
          "confidence": 0.000406631741081734
        },
        {
          "domain": "memory",
          "goal": "SEARCH_ITEMS",
          "confidence": 0.00028173716459078436
        }
      ],
      "also": [],
      "followups": [],
      "read_whole": true
    },
    "plan": {
      "execution_mode": "sequential",
      "combine_mode": "last",
      "max_concurrency": 4,
      "steps": [
        {
          "id": 1,
          "domain": "memory",
          "capability": "save_note",
          "params": {
            "content": "my shirt size is M"
          },
          "depends_on": [],
          "required": true,
          "output_key": "primary"
        }
      ]
    },
    "locale": "en",
    "input_text": "remember that my shirt size is M",
    "hearing": {
      "locale": "pt-BR",
      "timezone": "UTC",
      "last_frame": null,
      "remembered": {},
      "only_domain": null
    },
    "circumstances": {
      "as": "plan",
      "timezone": "UTC",
      "dry_run": false,
      "approved": {}
    },
    "answer": "This note was already saved: my shirt size is M",
    "created_at": 1795999605628,
    "updated_at": 1795999605800
  },
  "steps": [
    {
      "id": 1,
      "domain": "memory",
      "capability": "save_note",
      "status": "success",
      "required": true,
      "output": {
        "status": "success",
        "result": {
          "item": {
            "id": 1,
            "type": "note",
            "title": "my shirt size is M",
            "other_title": null,
            "year": null,
            "tmdb_id": null,
            "url": null,
            "description": null,
            "created_at": "2026-11-30T00:46:41.427Z"
          },
          "already_saved": true,
          "undo_token": "2"
        },
        "explanation": "This note was already saved: my shirt size is M",
        "confidence": 1,
        "metadata": {}
      },
      "attempts": 1,
      "duration_ms": 109.42655899999954,
      "times": {
        "ready_at": 1795999605673,
        "sent": [
          {
            "began_at": 1795999605715,
            "ended_at": 1795999605782,
            "reason": null
          }
        ]
      }
    }
  ],
  "domains": [
    "memory",
    "finance"
  ]
}`;

it("leads where it led when it was recorded", async () => {
  expect(await replayRecording(recording)).toBeNull();
});
