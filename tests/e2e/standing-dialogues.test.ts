import { afterAll, beforeAll, expect, it } from "vitest";
import { howMuch } from "../how-much.ts";
import {
  type Dialogues,
  holdDialogue,
  judgedDialogues,
  rung,
  startDialogues,
} from "../standing/run-dialogues.ts";

/** What is agreed with its limits, recipients and thresholds, and the unclear; the others wait for the clock. */
const FEW = [
  "st-p-03",
  "st-p-09",
  "st-p-11",
  "st-p-15",
  "st-e-05",
  "st-e-16",
  "st-e-20",
  "st-e-21",
];
/** What other people wrote later, and our own of the same kinds: how many turns may be wrong of all, and which are always held. */
const FURTHER: Readonly<
  Record<string, { readonly mostWrong: number; readonly few: readonly string[] }>
> = {
  "eleventh-standing-dialogues": { mostWrong: 3, few: ["j11-s03", "j11-s18"] },
  "twelfth-standing-dialogues": { mostWrong: 1, few: ["j12-s06", "j12-s10"] },
  "classes-standing-dialogues": { mostWrong: 3, few: ["own-05", "own-12", "new-07"] },
};
/** Turns that a person would have answered otherwise: a request that is not understood, and a question that was not needed. */
const MOST_WRONG = howMuch(6, 1);

let started: Dialogues;
beforeAll(async () => {
  started = await startDialogues();
});
afterAll(() => started.close());

type Said = readonly [now: string, text: string, answer: RegExp];
const IN_TIME: readonly (readonly [
  habit: string,
  zone: string,
  said: readonly Said[],
  kept: readonly string[],
])[] = [
  [
    "what recurs and has just rung is put off from now, and rings at its own time again",
    "Europe/Lisbon",
    [
      ["2027-10-29T20:00+01:00", "todo domingo às 10h me lembra de ligar pra avó", /Combinado/],
      ["2027-10-31T10:05+00:00", "adia uma hora", /Adiei .*dom\., 31\/10, 11:0/],
      ["2027-10-31T11:20+00:00", "beleza, já liguei", /marquei “ligar pra avó” como feito/],
      ["2027-10-31T11:21+00:00", "quando é o próximo?", /dom\., 07\/11, 10:00/],
    ],
    ["todo domingo às 10:00"],
  ],
  [
    "one day is left out, and the answer to why says so",
    "America/Sao_Paulo",
    [
      [
        "2027-07-01T10:00-03:00",
        "todo sábado às 9h me lembra da feira, exceto dia 10",
        /03\/07, 09:00; sáb\., 17\/07/,
      ],
      ["2027-07-10T10:00-03:00", "hoje não tocou, por quê?", /10\/07 não é um desses dias/],
      ["2027-07-10T10:01-03:00", "pula o próximo", /menos sáb\., 10\/07 e sáb\., 17\/07/],
      ["2027-07-10T10:02-03:00", "cancela o do dia 24", /sáb\., 24\/07/],
      ["2027-07-10T10:03-03:00", "desfaz", /está como antes/],
    ],
    ["todo sábado menos sáb., 10/07 e sáb., 17/07 às 09:00"],
  ],
  [
    "one more is about something else, and what is waited for by name takes no number",
    "America/New_York",
    [
      ["2027-11-01T09:00-04:00", "when order 1001 ships let me know", /1001/],
      ["2027-11-01T09:01-04:00", "and 1003", /tell you when 1003/],
      ["2027-11-01T09:02-04:00", "cancel the one about 1001", /Cancelled: “1001”/],
      ["2027-11-01T09:03-04:00", "tell me when tesla goes above 5000", /tesla/],
      ["2027-11-01T09:04-04:00", "make it 4800", /above 4,800/],
      ["2027-11-01T09:05-04:00", "and do the same for nvidia at 2000", /nvidia goes above 2,000/],
      ["2027-11-01T09:06-04:00", "should I delete the watch?", /I did nothing/],
    ],
    ["is “ships”", "goes above 4,800", "goes above 2,000"],
  ],
  [
    "only the days, the end, or what it is about is another one, and the rest stays",
    "America/New_York",
    [
      ["2027-06-01T07:00-04:00", "remind me to drink water every 2 hours from 9 to 5", /every 2 h/],
      [
        "2027-06-01T07:01-04:00",
        "only on workdays",
        /every 2 h, every working day .*from 09:00 to 17:00/,
      ],
      ["2027-06-01T07:02-04:00", "every weekday at 4:55pm tell me the price of apple", /16:55/],
      ["2027-06-01T07:03-04:00", "make it 4:45 and only on fridays", /every Friday at 16:45/],
      [
        "2027-06-01T07:04-04:00",
        "swap apple for microsoft",
        /price of microsoft.*every Friday at 16:45/,
      ],
      ["2027-06-01T07:05-04:00", "extend it until december", /12\/31, 23:59/],
      ["2027-06-01T07:06-04:00", "and where's it trading now?", /MSFT/],
    ],
    [
      "every 2 h, every working day (except Brazilian holidays), from 09:00 to 17:00",
      "every Friday at 16:45",
    ],
  ],
];

it.each(IN_TIME)("%s", async (habit, zone, said, kept) => {
  await started.clear();
  for (const [now, text, answer] of said) {
    started.set(now);
    await rung(started, Date.parse(now));
    expect((await started.say(text, habit, zone)).answer, text).toMatch(answer);
  }
  expect((await started.kept()).map(({ shown }) => shown).toReversed()).toEqual(kept);
});

it("holds the dialogues of people who had not seen the program, and keeps what they agreed on", async () => {
  const all = judgedDialogues().filter(({ id }) => howMuch(true, FEW.includes(id)));
  const wrong: string[] = [];
  for (const dialogue of all)
    for (const turn of await holdDialogue(started, dialogue))
      wrong.push(...turn.wrong.map((why) => `${turn.id} ${turn.text}: ${why}`));
  expect(wrong.filter((each) => /did |keeps /.test(each))).toEqual([]);
  expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(MOST_WRONG);
}, 300_000);

it.each(Object.entries(FURTHER))(
  "holds the %s, and does nothing that was not asked for",
  async (name, { mostWrong, few }) => {
    const all = judgedDialogues(name).filter(({ id }) => howMuch(true, few.includes(id)));
    const wrong: string[] = [];
    for (const dialogue of all)
      for (const turn of await holdDialogue(started, dialogue))
        wrong.push(...turn.wrong.map((why) => `${turn.id} ${turn.text}: ${why}`));
    expect(wrong.filter((each) => /: did /.test(each))).toEqual([]);
    expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(howMuch(mostWrong, 0));
  },
  600_000,
);
