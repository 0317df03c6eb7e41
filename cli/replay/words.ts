import type { Locale } from "#shared/contracts/names.ts";
import type { ReplayAspect } from "#shared/contracts/replay.ts";

type ReplayWords = {
  identical: string;
  differs: Record<ReplayAspect, string>;
  recorded: string;
  now: string;
  fromPlan: string;
  untilPlan: string;
  otherCatalogue: (recorded: string, now: string) => string;
  written: (file: string) => string;
  failsNow: string;
  notATest: (file: string) => string;
  elsewhere: (names: string) => string;
};

const pt: ReplayWords = {
  identical: "Idêntico: as mesmas palavras levam ao mesmo plano e à mesma resposta.",
  differs: {
    goal: "O objetivo é outro",
    entities: "Uma entidade é outra",
    follow_up: "O que vem em seguida é outro",
    plan: "O plano é outro",
    params: "Um parâmetro é outro",
    step: "Um passo termina de outro jeito",
    answer: "A resposta é outra",
  },
  recorded: "antes",
  now: "agora",
  fromPlan: "O plano foi dado pronto: só o que vem depois dele foi comparado.",
  untilPlan: "A execução foi interrompida: só foi comparado até o plano.",
  otherCatalogue: (recorded, now) => `Os manifestos mudaram desde então (${recorded} → ${now}).`,
  written: (file) => `O teste está em ${file}.`,
  failsNow: "Ele falha agora, e passa quando tudo voltar a ser como era.",
  notATest: (file) => `${file} deve ficar neste projeto e terminar em .test.ts.`,
  elsewhere: (names) =>
    `O teste lê os manifestos deste projeto, e ${names} não está nele. Nada foi escrito.`,
};

const en: ReplayWords = {
  identical: "Identical: the same words lead to the same plan and the same answer.",
  differs: {
    goal: "The goal is different",
    entities: "An entity is different",
    follow_up: "The follow-up is different",
    plan: "The plan is different",
    params: "A parameter is different",
    step: "A step ends differently",
    answer: "The answer is different",
  },
  recorded: "then",
  now: "now",
  fromPlan: "The plan was given: the comparison starts after it.",
  untilPlan: "The run was interrupted: the comparison ends at its plan.",
  otherCatalogue: (recorded, now) =>
    `The manifests have changed since then (${recorded} → ${now}).`,
  written: (file) => `The test is in ${file}.`,
  failsNow: "It fails now, and passes once everything is as it was before.",
  notATest: (file) => `${file} has to be in this project and end in .test.ts.`,
  elsewhere: (names) =>
    `The test reads the manifests of this project, and ${names} is not in it. Nothing was written.`,
};

const WORDS: Readonly<Record<Locale, ReplayWords>> = { "pt-BR": pt, en };

export const replayWords = (locale: Locale): ReplayWords => WORDS[locale];
