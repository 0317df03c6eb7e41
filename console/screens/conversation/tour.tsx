import { useEffect } from "preact/hooks";
import type { ExamplesResponse } from "#shared/contracts/console.ts";
import { withQuery } from "../../api.ts";
import { useGet } from "../../load.ts";
import { Button } from "../../parts/parts.tsx";
import { href } from "../../router.ts";
import { locale } from "../../settings.ts";
import { common, wordsIn } from "../../words.ts";
import { begunWith, exchanges, goToStep as go, tell, tourStep } from "./session.ts";

const say = wordsIn({
  title: ["Tour de 3 minutos", "Three-minute tour"],
  of: [
    (step: number, all: number) => `Passo ${step} de ${all}`,
    (step: number, all: number) => `Step ${step} of ${all}`,
  ],
  leave: ["Sair do tour", "Leave the tour"],
  next: ["Continuar", "Continue"],
  finish: ["Concluir", "Finish"],
  send: ["Enviar esta frase", "Send this sentence"],
  read: {
    title: ["Peça uma coisa", "Ask for something"],
    about: [
      "Embaixo da resposta você vê quem decidiu, a confiança e quantos tokens custou.",
      "Under the answer you see who decided, how sure it was and how many tokens it took.",
    ],
  },
  write: {
    title: ["Mude algo de verdade", "Change something for real"],
    about: [
      "Este pedido grava alguma coisa. A linha embaixo da resposta abre o plano: o recibo ali prova o que foi feito.",
      "This request writes something. The line under the answer opens the plan: its receipt proves what was done.",
    ],
  },
  undo: {
    title: ["Agora desfaça", "Now undo it"],
    about: ["Uma palavra basta.", "One word is enough."],
    says: ["desfaz", "undo"],
  },
  later: {
    title: ["Deixe algo agendado", "Schedule something"],
    about: [
      "Lembretes e pedidos repetidos ficam em Agendamentos. Este toca aqui mesmo, em dois minutos.",
      "Reminders and recurring requests are listed under Schedules. This one arrives right here, in two minutes.",
    ],
    says: ["me lembra em 2 minutos de beber água", "remind me in 2 minutes to drink some water"],
  },
  end: {
    title: ["Pronto", "That's it"],
    about: [
      "Cada pedido é uma execução que você pode abrir passo a passo. Uma resposta errada? O botão embaixo dela manda a frase para Qualidade.",
      "Every request is a run that you can open step by step. A wrong answer? The button under it sends the sentence to Quality.",
    ],
  },
});

type Step = { title: string; about: string; says?: string };

/** What there is to try: a request, an effect and its undo, something for later. What does not work here is left out. */
function stepsOf(examples: ExamplesResponse["examples"]): Step[] {
  const first = (effect: "read" | "write") => examples.find((each) => each.effect === effect)?.text;
  const [read, write] = [first("read"), first("write")];
  return [
    ...(read === undefined ? [] : [{ ...say.read, says: read }]),
    ...(write === undefined ? [] : [{ ...say.write, says: write }, { ...say.undo }]),
    { ...say.later },
    { ...say.end },
  ];
}

/** One step of the tour at a time, with the sentence that it is about. */
export function Tour() {
  const at = tourStep.value;
  const path = withQuery("/v1/examples", { locale: locale.value });
  const examples = useGet<ExamplesResponse>(path).value.value?.examples;
  useEffect(() => () => go(undefined), []);
  if (at === undefined || examples === undefined) return null;
  const steps = stepsOf(examples);
  const step = steps[at];
  if (step === undefined) return null;
  const answered = exchanges.value.slice(begunWith.value).some(({ turn }) => turn !== undefined);
  const isUnderWay = exchanges.value.length > begunWith.value && !answered;
  const isLast = at === steps.length - 1;
  const { says } = step;
  return (
    <section class="card tour" aria-label={say.title} aria-live="polite">
      <p class="minor">
        {say.title} · {say.of(at + 1, steps.length)}
      </p>
      <h2>{step.title}</h2>
      <p>{step.about}</p>
      {says !== undefined && !answered && <p class="tour-says">“{says}”</p>}
      {isLast && (
        <p class="links">
          {(["runs", "schedules", "quality", "settings"] as const).map((name) => (
            <a key={name} href={href([name])}>
              {common.screens[name]}
            </a>
          ))}
        </p>
      )}
      <div class="actions">
        {says !== undefined && !answered && (
          <Button says={say.send} class="strong" disabled={isUnderWay} act={() => tell(says)} />
        )}
        {answered && <Button says={say.next} class="strong" act={() => go(at + 1)} />}
        {isLast ? (
          <Button says={say.finish} class="strong" act={() => go(undefined)} />
        ) : (
          <Button says={say.leave} class="plain" act={() => go(undefined)} />
        )}
      </div>
    </section>
  );
}
