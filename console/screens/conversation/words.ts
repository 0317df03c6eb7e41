import { wordsIn } from "../../words.ts";

export const say = wordsIn({
  ask: ["Escreva um pedido", "Write a request"],
  send: ["Enviar", "Send"],
  stop: ["Parar", "Stop"],
  new: ["Conversa nova", "New conversation"],
  welcome: ["O que você precisa?", "What do you need?"],
  about: [
    "Diga em uma frase. Seu pedido vira um plano antes de rodar, e o que precisa da sua aprovação pergunta antes.",
    "Say it in a sentence. Your request becomes a plan before it runs, and anything that needs your approval asks first.",
  ],
  help: ["o que você sabe fazer?", "what can you do?"],
  thinking: ["Entendendo…", "Understanding…"],
  running: ["Em andamento", "Under way"],
  lost: [
    "A conexão caiu. Perguntando o que aconteceu; nada é feito duas vezes.",
    "The connection was lost. Asking what became of it; nothing is done twice.",
  ],
  you: ["Você", "You"],
  noPlan: ["Este pedido não rodou nenhum passo.", "This request ran no step."],
  noReceipts: ["Nada foi mudado.", "Nothing was changed."],
  evidence: ["Por quê", "Why"],
  sources: ["Fontes", "Sources"],
});
