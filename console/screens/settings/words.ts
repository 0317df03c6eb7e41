import { wordsIn } from "../../words.ts";

export const say = wordsIn({
  you: ["Aparência", "Appearance"],
  theme: ["Tema", "Theme"],
  themes: { auto: ["do sistema", "system"], light: ["claro", "light"], dark: ["escuro", "dark"] },
  zone: ["Fuso horário", "Time zone"],
  zoneName: ["Fuso", "Zone"],
  zoneOwn: [
    (zone: string) => `Suas conversas e seus agendamentos usam ${zone}.`,
    (zone: string) => `Your conversations and schedules use ${zone}.`,
  ],
  zoneOfServer: [
    (zone: string) => `Você não escolheu um fuso: vale o do servidor, ${zone}.`,
    (zone: string) => `You have not chosen a time zone; the server's applies: ${zone}.`,
  ],
  zoneTested: [
    (time: string, tomorrow: string, zone: string) =>
      `Em ${zone} agora são ${time}. “Amanhã às 9” quer dizer ${tomorrow}, às 9h.`,
    (time: string, tomorrow: string, zone: string) =>
      `In ${zone} it is ${time} now. “Tomorrow at 9” means ${tomorrow}, 9 o'clock.`,
  ],
  useBrowser: [
    (zone: string) => `Usar o deste navegador (${zone})`,
    (zone: string) => `Use this browser's (${zone})`,
  ],
  useServer: ["Usar o do servidor", "Use the server's"],
  save: ["Salvar", "Save"],
  test: ["Testar", "Test"],
  model: ["Modelo de linguagem", "Language model"],
  noModel: [
    "Nenhum. Pedidos conhecidos funcionam sem modelo; resumos, traduções e conversa livre precisam de um.",
    "None. Known requests work without one; summaries, translations and free conversation need one.",
  ],
  fast: ["Rápido", "Fast"],
  smart: ["Capaz", "Smart"],
  testsModel: ["Pede uma palavra; gasta alguns tokens.", "Asks for one word; uses a few tokens."],
  noTelegram: ["Nenhum bot conectado.", "No bot is connected."],
  connecting: ["Conectando…", "Connecting…"],
  testsTelegram: ["Manda uma mensagem para você.", "Sends a message to you."],
  access: ["Chaves e permissões", "Keys and permissions"],
  open: [
    "Aberto para quem usa esta máquina, sem chave. Com um arquivo de chaves (REGENTE_API_KEYS), cada pessoa usa a sua.",
    "Open to everyone on this machine, without a key. With a key file (REGENTE_API_KEYS), each person uses their own key.",
  ],
  checked: [
    "Só tem acesso quem tem chave ou token.",
    "Only people with a key or token have access.",
  ],
  user: ["Usuário", "User"],
  scopes: ["Permissões", "Scopes"],
  made: ["Criada", "Created"],
  expires: ["Vence", "Expires"],
  never: ["nunca", "never"],
  testedKey: ["Chave a testar", "Key to test"],
  testKey: ["Testar chave", "Test key"],
  keyRefused: ["O servidor não aceita esta chave.", "The server does not accept this key."],
  keyOf: [
    (user: string, rights: string) => `É de ${user}. Dá acesso a: ${rights}.`,
    (user: string, rights: string) => `It belongs to ${user}. It gives access to: ${rights}.`,
  ],
  addKey: ["Criar uma chave no terminal:", "Create a key in the terminal:"],
  retention: ["Retenção de dados", "Data retention"],
  keptForever: [
    "Os dados encerrados ficam guardados até alguém apagar.",
    "Finished data is kept until somebody deletes it.",
  ],
  keptDays: [
    (days: number) => `Os dados encerrados são apagados depois de ${days} dias.`,
    (days: number) => `Finished data is deleted after ${days} days.`,
  ],
  testsRetention: ["Conta o que seria apagado agora.", "Counts what would be deleted now."],
  wouldDelete: [
    (runs: string, conversations: string) =>
      `Seriam apagadas agora: ${runs} execuções e ${conversations} conversas.`,
    (runs: string, conversations: string) =>
      `Would be deleted now: ${runs} runs and ${conversations} conversations.`,
  ],
  forget: ["Apagar dados de um usuário", "Delete a user's data"],
  forgetAbout: [
    "Apaga conversas, execuções, agendamentos, uso e contatos deste usuário. Não dá para desfazer. Os dados dos domínios continuam com eles.",
    "Deletes this user's conversations, runs, schedules, usage and contacts. It cannot be undone. Domains keep their data.",
  ],
  forgetNow: ["Apagar tudo", "Delete everything"],
  forgotten: ["Apagado.", "Deleted."],
  setUp: {
    model: ["Para ativar, reinicie com:", "To turn it on, restart with:"],
    telegram: ["Para conectar um, reinicie com:", "To connect one, restart with:"],
    retention: [
      "Para apagá-los depois de 90 dias, reinicie com:",
      "To delete it after 90 days, restart with:",
    ],
  },
  variables: {
    model: ["ANTHROPIC_API_KEY=... npm start", "ANTHROPIC_API_KEY=... npm start"],
    telegram: ["TELEGRAM_BOT_TOKEN=... npm start", "TELEGRAM_BOT_TOKEN=... npm start"],
    retention: ["REGENTE_KEEP_DAYS=90 npm start", "REGENTE_KEEP_DAYS=90 npm start"],
  },
  works: ["Funciona", "It works"],
  codes: {
    unavailable: ["O modelo não responde.", "The model does not answer."],
    timeout: ["O modelo demorou demais.", "The model took too long."],
    rate_limited: ["O provedor pede para esperar.", "The provider asks us to wait."],
    spent: ["A conta não tem saldo.", "The account has no credit left."],
    over_budget: ["O limite de tokens acabou.", "The token limit is used up."],
    not_allowed: ["Este servidor não está permitido.", "That server is not allowed."],
    rejected: [
      "O provedor recusou a chave ou o nome do modelo.",
      "The provider refused the key or the model name.",
    ],
    never_reached: [
      "Mande antes qualquer mensagem ao bot, para ele saber onde encontrar você.",
      "First send any message to the bot, so that it knows where to find you.",
    ],
    no_channel: ["O bot ainda não está conectado.", "The bot is not connected yet."],
    refused: ["Foi recusado.", "It was refused."],
    unknown: ["Foi enviada, mas sem confirmação.", "It was sent, but not confirmed."],
  },
});
