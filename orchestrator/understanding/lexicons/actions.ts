/**
 * Words for what is to be done, folded, by kind of action. They are the same in every subject, so a
 * sentence whose action none of a goal's examples knows asks for something else: "apaga o meu histórico"
 * is not "mostra o meu histórico".
 */
const FAMILIES: Readonly<Record<string, string>> = {
  remove:
    "delete deleted deleting remove removed removing erase clear wipe discard unsend apaga apagar apague apagou deleta deletar delete exclui excluir exclua remove remover remova limpa limpar limpe descarta descartar",
  cancel:
    "cancel canceled cancelled cancelling abort revoke unsubscribe cancela cancelar cancele cancelamento suspende suspender revoga revogar desmarca desmarcar",
  create:
    "create created creating make add added adding insert new register build generate cria criar crie criando adiciona adicionar adicione inclui incluir inclua cadastra cadastrar insere inserir acrescenta acrescentar gera gerar gere monta montar emite emitir emita",
  change:
    "change changed changing edit update modify rename replace switch swap adjust set move muda mudar mude altera alterar altere edita editar edite atualiza atualizar atualize troca trocar troque renomeia renomear substitui substituir ajusta ajustar move mover",
  buy: "buy purchase order pay compra comprar compre encomenda encomendar paga pagar pague",
  sell: "sell vende vender venda",
  open: "open unlock abre abrir abra destranca destrancar",
  close: "close lock shut fecha fechar feche tranca trancar",
  start:
    "start begin launch run activate enable resume continue liga ligar ligue inicia iniciar inicie comeca comecar ativa ativar ative continua continuar retoma retomar",
  stop: "stop end finish pause disable deactivate mute turn desliga desligar desligue para parar pare pausa pausar desativa desativar silencia silenciar bloqueia bloquear block",
  play: "play listen toca tocar toque reproduz reproduzir ouvir",
  remind:
    "remind schedule plan book reserve lembra lembrar lembre agenda agendar agende marca marcar reserva reservar programa programar",
  send: "send share forward post publish reply manda mandar mande envia enviar envie compartilha compartilhar encaminha encaminhar posta postar publica publicar responde responder",
  call: "call phone dial telefona telefonar disca",
  translate: "translate traduz traduzir traduza",
  write: "write compose draft escreve escrever escreva redige redigir",
  install: "install uninstall download upload instala instalar desinstala desinstalar baixa baixar",
};

const KIND = new Map<string, string>(
  Object.entries(FAMILIES).flatMap(([kind, words]) =>
    words.split(" ").map((word) => [word, kind] as const),
  ),
);

/** The kind of action a word names, if it names one. */
export const actionOf = (word: string): string | undefined => KIND.get(word);

/** All words that name a kind of action. */
export const actionWords = (kind: string): readonly string[] => FAMILIES[kind]?.split(" ") ?? [];
