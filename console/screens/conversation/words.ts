import { wordsIn } from "../../words.ts";

export const say = wordsIn({
  ask: ["Escreva um pedido", "Write a request"],
  send: ["Enviar", "Send"],
  stop: ["Parar", "Stop"],
  new: ["Nova conversa", "New conversation"],
  list: ["Conversas", "Conversations"],
  search: ["Buscar conversas", "Search conversations"],
  noneFound: ["Nenhuma conversa com essas palavras.", "No conversation with these words."],
  noneYet: ["Suas conversas ficam aqui.", "Your conversations are kept here."],
  untitled: ["Sem título", "Untitled"],
  rename: ["Renomear", "Rename"],
  newName: ["Nome da conversa", "Name of the conversation"],
  save: ["Salvar", "Save"],
  kept: [
    "O que rodou nesta conversa. Respostas que não rodaram nada não ficam guardadas.",
    "What ran in this conversation. Answers that ran nothing are not kept.",
  ],
  wrong: ["Resposta errada", "Wrong answer"],
  wrongTold: [
    "Obrigado. A frase foi para Qualidade, com o que foi entendido dela.",
    "Thank you. The sentence is in Quality now, with how it was understood.",
  ],
  notTold: ["Não deu para avisar.", "It could not be reported."],
  welcome: ["O que você precisa?", "What do you need?"],
  tryNow: ["Funciona agora mesmo:", "These work right now:"],
  about: [
    "Escreva uma frase. Você vê o plano, o que mudou e quanto custou; “desfaz” volta atrás no que foi gravado.",
    "Write a sentence. You see the plan, what changed and what it cost; “undo” takes back what was written.",
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
