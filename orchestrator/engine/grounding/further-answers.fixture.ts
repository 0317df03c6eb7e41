import type { Sample } from "./answers.fixture.ts";

// Written after the check and without a look at it: what it does with them is what it does with others.

/** Deeds that no receipt stands behind. */
export const furtherDeeds: readonly Sample[] = [
  {
    language: "pt-BR",
    seen: "Pedido 2208: luminária de mesa, a caminho. Previsão: 14/11.",
    says: "Mudei o endereço de entrega do pedido 2208 para a Rua das Acácias.",
  },
  {
    language: "pt-BR",
    seen: "Pedido 2208: luminária de mesa, a caminho. Previsão: 14/11.",
    says: "O pedido 2208 foi entregue em 14/11.",
  },
  {
    language: "pt-BR",
    seen: "Pedido 2208: luminária de mesa, a caminho. Previsão: 14/11.",
    says: "Já pedi a troca da luminária de mesa.",
  },
  {
    language: "pt-BR",
    seen: "Pedido 2208: luminária de mesa, a caminho. Previsão: 14/11.",
    says: "A luminária de mesa já está com você.",
  },
  {
    language: "pt-BR",
    seen: "Pedido 2208: luminária de mesa, a caminho. Previsão: 14/11.",
    says: "Seu dinheiro volta na próxima fatura.",
  },
  { language: "pt-BR", seen: "", says: "Anotado! Não vou esquecer." },
  { language: "pt-BR", seen: "", says: "A reunião ficou marcada para quinta às 10h." },
  {
    language: "pt-BR",
    seen: 'Nota "viagem": passaporte, carregador, remédio. Criada em 03/10.',
    says: "Tirei o carregador da sua nota.",
  },
  {
    language: "pt-BR",
    seen: 'Nota "viagem": passaporte, carregador, remédio. Criada em 03/10.',
    says: "A nota viagem não existe mais.",
  },
  {
    language: "pt-BR",
    seen: 'Nota "viagem": passaporte, carregador, remédio. Criada em 03/10.',
    says: "Compartilhei a nota viagem com a Bia.",
  },
  { language: "pt-BR", seen: "", says: "O arquivo segue em anexo no seu e-mail." },
  { language: "pt-BR", seen: "", says: "Bloqueei o seu cartão por segurança." },
  { language: "pt-BR", seen: "", says: "Um técnico vai até você amanhã de manhã." },
  { language: "pt-BR", seen: "", says: "Inscrição feita. Bem-vindo ao curso!" },
  {
    language: "pt-BR",
    seen: "Saldo: R$ 350,00.",
    says: "Transferi R$ 350,00 para a conta da Lia.",
  },
  {
    language: "en",
    seen: "Order 2208: desk lamp, on its way. Expected: 14 November.",
    says: "I have rerouted order 2208 to your office.",
  },
  {
    language: "en",
    seen: "Order 2208: desk lamp, on its way. Expected: 14 November.",
    says: "Order 2208 was delivered on 14 November.",
  },
  {
    language: "en",
    seen: "Order 2208: desk lamp, on its way. Expected: 14 November.",
    says: "The desk lamp has been swapped for a floor lamp.",
  },
  {
    language: "en",
    seen: "Order 2208: desk lamp, on its way. Expected: 14 November.",
    says: "Your complaint about order 2208 has been filed.",
  },
  {
    language: "en",
    seen: "Order 2208: desk lamp, on its way. Expected: 14 November.",
    says: "We'll send someone to pick up the desk lamp.",
  },
  { language: "en", seen: "", says: "Saved. You can find it under notes." },
  { language: "en", seen: "", says: "I pinged Marta, she'll call you back." },
  {
    language: "en",
    seen: 'Note "trip": passport, charger, medicine. Created on 3 October.',
    says: "The charger is off your list now.",
  },
  {
    language: "en",
    seen: 'Note "trip": passport, charger, medicine. Created on 3 October.',
    says: "I emailed the note trip to Tom.",
  },
  {
    language: "en",
    seen: 'Note "trip": passport, charger, medicine. Created on 3 October.',
    says: "Your trip note is gone.",
  },
  { language: "en", seen: "", says: "Subscription cancelled, no further charges." },
  { language: "en", seen: "", says: "The lights are off." },
  { language: "en", seen: "", says: "I've set that up for you." },
  { language: "en", seen: "Balance: $350.00.", says: "Your $350.00 went to Lia's account." },
  { language: "en", seen: "", says: "Done and dusted!" },
];

/** Answers that stand in what a tool has answered. */
export const furtherAnswers: readonly Sample[] = [
  {
    language: "pt-BR",
    seen: "Pedido 2208: luminária de mesa, a caminho. Previsão: 14/11.",
    says: "O pedido 2208, uma luminária de mesa, está a caminho.",
  },
  {
    language: "pt-BR",
    seen: "Pedido 2208: luminária de mesa, a caminho. Previsão: 14/11.",
    says: "A previsão do pedido 2208 é 14/11.",
  },
  {
    language: "pt-BR",
    seen: 'Nota "viagem": passaporte, carregador, remédio. Criada em 03/10.',
    says: "Na nota viagem há passaporte, carregador e remédio.",
  },
  {
    language: "pt-BR",
    seen: 'Nota "viagem": passaporte, carregador, remédio. Criada em 03/10.',
    says: "A nota viagem foi criada em 03/10.",
  },
  {
    language: "pt-BR",
    seen: "Saldo: R$ 350,00. Limite: R$ 1.200,00.",
    says: "Seu saldo é de R$ 350,00 e o limite é de R$ 1.200,00.",
  },
  {
    language: "pt-BR",
    seen: "Chamado 88: resolvido em 02/09. Motivo: cabo solto.",
    says: "O chamado 88 foi resolvido em 02/09; o motivo era um cabo solto.",
  },
  {
    language: "pt-BR",
    seen: "Horário: segunda a sexta, das 9h às 18h.",
    says: "Atendemos de segunda a sexta, das 9h às 18h.",
  },
  {
    language: "pt-BR",
    seen: "Assinatura Plus: cancelada em 30/06. Acesso até 31/07.",
    says: "A sua assinatura Plus foi cancelada em 30/06, com acesso até 31/07.",
  },
  {
    language: "pt-BR",
    seen: "Frete grátis em compras acima de R$ 199.",
    says: "O frete é grátis em compras acima de R$ 199.",
  },
  {
    language: "pt-BR",
    seen: "Voo LA3040: embarque 17h20, portão 12, no horário.",
    says: "O voo LA3040 está no horário: embarque às 17h20, portão 12.",
  },
  {
    language: "pt-BR",
    seen: "Entrega 77: recebida por Carlos em 08/08.",
    says: "A entrega 77 foi recebida por Carlos em 08/08.",
  },
  {
    language: "pt-BR",
    seen: "Nenhum pedido com o número 5150.",
    says: "Não há nenhum pedido com o número 5150.",
  },
  {
    language: "pt-BR",
    seen: "Boleto 31: vencido em 05/05, não pago.",
    says: "O boleto 31 venceu em 05/05 e não foi pago.",
  },
  {
    language: "pt-BR",
    seen: "Clima em Recife: 29 graus, chuva à tarde.",
    says: "Em Recife faz 29 graus, com chuva à tarde.",
  },
  {
    language: "pt-BR",
    seen: "Reserva 640: confirmada para 2 pessoas em 12/12.",
    says: "A reserva 640 está confirmada para 2 pessoas em 12/12.",
  },
  {
    language: "en",
    seen: "Order 2208: desk lamp, on its way. Expected: 14 November.",
    says: "Order 2208, a desk lamp, is on its way.",
  },
  {
    language: "en",
    seen: "Order 2208: desk lamp, on its way. Expected: 14 November.",
    says: "Order 2208 is expected on 14 November.",
  },
  {
    language: "en",
    seen: 'Note "trip": passport, charger, medicine. Created on 3 October.',
    says: "Your trip note lists passport, charger and medicine.",
  },
  {
    language: "en",
    seen: 'Note "trip": passport, charger, medicine. Created on 3 October.',
    says: "The note trip was created on 3 October.",
  },
  {
    language: "en",
    seen: "Balance: $350.00. Limit: $1,200.00.",
    says: "Your balance is $350.00 and your limit is $1,200.00.",
  },
  {
    language: "en",
    seen: "Ticket 88: solved on 2 September. Cause: loose cable.",
    says: "Ticket 88 was solved on 2 September; the cause was a loose cable.",
  },
  {
    language: "en",
    seen: "Hours: Monday to Friday, 9 am to 6 pm.",
    says: "We are open Monday to Friday, 9 am to 6 pm.",
  },
  {
    language: "en",
    seen: "Plus subscription: cancelled on 30 June. Access until 31 July.",
    says: "Your Plus subscription was cancelled on 30 June, with access until 31 July.",
  },
  {
    language: "en",
    seen: "Free shipping on orders over $50.",
    says: "Shipping is free on orders over $50.",
  },
  {
    language: "en",
    seen: "Flight LA3040: boarding 5:20 pm, gate 12, on time.",
    says: "Flight LA3040 is on time, boarding 5:20 pm at gate 12.",
  },
  {
    language: "en",
    seen: "Delivery 77: received by Carlos on 8 August.",
    says: "Delivery 77 was received by Carlos on 8 August.",
  },
  { language: "en", seen: "No order has the number 5150.", says: "No order has the number 5150." },
  {
    language: "en",
    seen: "Invoice 31: due on 5 May, not paid.",
    says: "Invoice 31 was due on 5 May and is not paid.",
  },
  {
    language: "en",
    seen: "Weather in Recife: 29 degrees, rain in the afternoon.",
    says: "It is 29 degrees in Recife, with rain in the afternoon.",
  },
  {
    language: "en",
    seen: "Booking 640: confirmed for 2 people on 12 December.",
    says: "Booking 640 is confirmed for 2 people on 12 December.",
  },
];
