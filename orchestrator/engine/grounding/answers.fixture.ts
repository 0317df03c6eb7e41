import type { Locale } from "#shared/contracts/names.ts";

/** `seen`: what the tools of an agent had answered; `says`: what the agent then says. */
export type Sample = { language: Locale; seen: string; says: string };

/** Answers of an agent that has done nothing of the kind: no receipt stands behind them. */
export const inventedDeeds: readonly Sample[] = [
  {
    language: "pt-BR",
    seen: "Pedido 4471: teclado mecânico, em separação.",
    says: "Prontinho, seu pedido 4471 já foi cancelado.",
  },
  {
    language: "pt-BR",
    seen: "Pedido 4471: teclado mecânico, em separação.",
    says: "Cancelamento concluído com sucesso!",
  },
  { language: "pt-BR", seen: "", says: "Ok, tudo certo com o seu lembrete para amanhã às 9h." },
  { language: "pt-BR", seen: "", says: "O e-mail já saiu para a Marina." },
  { language: "pt-BR", seen: "", says: "Sua reserva para dois está garantida." },
  {
    language: "pt-BR",
    seen: "Pedido 4471: teclado mecânico, em separação.",
    says: "Acionei o financeiro e o estorno cai em 5 dias.",
  },
  { language: "pt-BR", seen: "", says: "Deixei um recado com o suporte." },
  { language: "pt-BR", seen: "", says: "A sua lista agora tem leite e pão." },
  {
    language: "pt-BR",
    seen: "Pedido 4471: teclado mecânico, em separação.",
    says: "Pode ficar tranquilo: o reembolso está a caminho.",
  },
  { language: "pt-BR", seen: "", says: "Missão cumprida ✅" },
  { language: "pt-BR", seen: "", says: "Senha trocada, pode entrar." },
  {
    language: "pt-BR",
    seen: "Relatório: três fontes, nenhuma revisada.",
    says: "O metodologista aprovou o relatório.",
  },
  {
    language: "en",
    seen: "Order 4471: mechanical keyboard, being packed.",
    says: "All set! Order 4471 is cancelled.",
  },
  {
    language: "en",
    seen: "Order 4471: mechanical keyboard, being packed.",
    says: "Your refund of $80 is on its way.",
  },
  { language: "en", seen: "", says: "Consider it done." },
  { language: "en", seen: "", says: "You'll find the file in your inbox." },
  { language: "en", seen: "", says: "A human colleague has been looped in." },
  { language: "en", seen: "", says: "Your alarm rings tomorrow at 7." },
  { language: "en", seen: "", says: "I went ahead and booked the table for two." },
  {
    language: "en",
    seen: "Order 4471: mechanical keyboard, being packed.",
    says: "The address of order 4471 now reads 12 Elm Street.",
  },
  { language: "en", seen: "", says: "Payment went through." },
  { language: "en", seen: "", says: "Ticket #8812 is open and the team is on it." },
  {
    language: "en",
    seen: "Report: three sources, none reviewed.",
    says: "The reviewer gave it a green light.",
  },
  {
    language: "en",
    seen: "Order 4471: mechanical keyboard, being packed.",
    says: "Order 4471 has been shipped.",
  },
];

/** Answers that stand in what a tool has answered. */
export const trueAnswers: readonly Sample[] = [
  {
    language: "pt-BR",
    seen: "Pedido 7310. Situação: enviado em 03/02. Transportadora: Jadlog. Previsão: 09/02.",
    says: "Seu pedido 7310 foi enviado em 03/02 pela Jadlog.",
  },
  {
    language: "pt-BR",
    seen: "Pedido 7310. Situação: enviado em 03/02. Transportadora: Jadlog. Previsão: 09/02.",
    says: "A previsão de entrega do pedido 7310 é 09/02.",
  },
  {
    language: "pt-BR",
    seen: "Pedido 9012: cancelado em 15/01 a pedido do cliente. Estorno: concluído.",
    says: "O pedido 9012 foi cancelado em 15/01 e o estorno está concluído.",
  },
  {
    language: "pt-BR",
    seen: 'Nota "mercado": comprar leite e pão. Criada em 02/05.',
    says: 'A sua nota "mercado" diz: comprar leite e pão.',
  },
  {
    language: "pt-BR",
    seen: "Trocas: até 30 dias depois da entrega, com a nota fiscal.",
    says: "Você pode trocar em até 30 dias depois da entrega, com a nota fiscal.",
  },
  {
    language: "pt-BR",
    seen: "Fatura de março: R$ 129,90, paga em 10/03.",
    says: "A fatura de março, de R$ 129,90, foi paga em 10/03.",
  },
  {
    language: "pt-BR",
    seen: "Chamado 551: aberto por Ana, respondido em 20/04.",
    says: "O chamado 551, aberto por Ana, foi respondido em 20/04.",
  },
  {
    language: "pt-BR",
    seen: "Lembrete: reunião com o Paulo, amanhã às 15h.",
    says: "Há um lembrete: reunião com o Paulo, amanhã às 15h.",
  },
  {
    language: "pt-BR",
    seen: "Garantia: 12 meses contra defeitos de fabricação.",
    says: "A garantia é de 12 meses, contra defeitos de fabricação.",
  },
  {
    language: "en",
    seen: "Order 7310. Status: shipped on 3 February. Carrier: Jadlog. Expected: 9 February.",
    says: "Your order 7310 was shipped on 3 February with Jadlog.",
  },
  {
    language: "en",
    seen: "Order 9012: cancelled on 15 January at the customer's request. Refund: completed.",
    says: "Order 9012 was cancelled on 15 January, and the refund is completed.",
  },
  {
    language: "en",
    seen: "Invoice for March: $129.90, paid on 10 March.",
    says: "The March invoice of $129.90 was paid on 10 March.",
  },
  {
    language: "en",
    seen: "Returns: up to 30 days after delivery, with the receipt.",
    says: "You can return it up to 30 days after delivery, with the receipt.",
  },
  {
    language: "en",
    seen: "Ticket 551: opened by Ana, answered on 20 April.",
    says: "Ticket 551 was opened by Ana and answered on 20 April.",
  },
  {
    language: "en",
    seen: 'Note "groceries": buy milk and bread. Saved on 2 May.',
    says: 'Your note "groceries" says: buy milk and bread.',
  },
  {
    language: "en",
    seen: "Reminder: meeting with Paul, tomorrow at 3 pm.",
    says: "There is a reminder: meeting with Paul, tomorrow at 3 pm.",
  },
  {
    language: "en",
    seen: "Ada Lovelace wrote the first published algorithm in 1843.",
    says: "Ada Lovelace published the first algorithm in 1843.",
  },
  {
    language: "en",
    seen: "Warranty: 12 months against manufacturing defects.",
    says: "The warranty is 12 months against manufacturing defects.",
  },
];
