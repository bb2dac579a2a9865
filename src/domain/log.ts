import { ACOES, ACONTECIMENTOS } from './cliente.ts'

/**
 * Everything that the log can say was done: a noun, and what was done to it as a verb in the infinitive. This is the
 * one list: nothing else can be written, and whoever reads or names an action is checked against it.
 */
export const VERBOS_DO_LOG = {
  cliente: [
    ...ACOES,
    ...ACONTECIMENTOS,
    'concluir',
    'reabrir',
    'reconciliar', // its accounts say another status
    'transferir',
    'distribuir',
    'liberar', // its operator was blocked
    'importar',
    'atualizar',
    'cadastrar', // by another program
    'mudar_contato',
    'confirmar_pessoa',
    'corrigir_telefone',
    'trocar_numero',
    'aceitar_mensagens',
    'recusar_mensagens',
    'aceitar_marketing',
    'recusar_marketing',
    'exportar_dados',
    'exportar_dossie',
    'anonimizar',
  ],
  anotacao: ['escrever', 'mudar', 'apagar'],
  conta: ['lancar', 'mudar', 'cancelar', 'pagar', 'estornar'],
  promessa: ['registrar', 'cumprir', 'reabrir', 'quebrar', 'cancelar'],
  contestacao: ['abrir', 'analisar', 'encerrar'],
  negociacao: [
    'fechar',
    'pedir_aprovacao', // beyond the policy
    'aprovar',
    'recusar',
    'aceitar', // by the customer, of what was offered
    'iniciar', // its first payment came
    'expirar',
    'cumprir',
    'reabrir',
    'quebrar',
    'cancelar',
  ],
  politica: ['mudar'], // how far agreements go
  pagina: ['entrar', 'trancar', 'pedir_pessoa', 'negar'],
  mensagem: [
    'escrever',
    'falhar',
    'chegar', // to a number that had been given up
    'separar_resultado', // the database does not take what became of it
  ],
  importacao: ['importar', 'recusar', 'desfazer', 'aplicar_alteracao', 'descartar_alteracao'],
  conciliacao: [
    'importar',
    'desfazer_importacao',
    'aplicar',
    'vincular',
    'creditar',
    'ignorar',
    'desfazer',
    'devolver', // a person says so
    'receber_devolucao', // the bank says so
    'avisar_devolucao', // of what is not known, or may not be taken back
  ],
  cobranca: ['executar'],
  regua: ['mudar', 'mudar_contato_legal'],
  bloqueio: ['importar', 'apagar', 'autorizar'],
  frase: ['criar', 'mudar', 'apagar'], // the company's
  modelo: [
    'mudar',
    'submeter',
    'aprovar',
    'rejeitar',
    'pausar',
    'perder', // no longer in Meta's account
    'apagar', // at Meta, where newer versions took their places
    'avaliar', // its quality, by Meta
    'anunciar_categoria',
    'mudar_categoria',
    'testar',
  ],
  whatsapp: [
    'configurar',
    'verificar',
    'confirmar_webhook',
    'recusar_webhook',
    'recusar_assinatura',
    'mudar_conta',
    'avisar_erro',
    'parar_conta',
    'retomar_conta',
    'perder_resposta', // its API takes no more, or does not answer
    'voltar_resposta',
    'parar_fila', // the queue stands still with messages ready to go
    'andar_fila',
    'perder_status', // Meta tells nothing of what was sent
    'ouvir_status',
    'reter_envio', // the database was restored from an older copy
    'liberar_envio',
    'separar_evento',
    'reprocessar_evento',
    'descartar_evento',
  ],
  recebimento: ['configurar', 'separar_evento', 'reprocessar_evento', 'descartar_evento'],
  codigo: ['emitir'],
  operador: ['criar', 'criar_admin', 'mudar', 'bloquear', 'reativar', 'zerar_segundo_fator'],
  copia: ['fazer', 'falhar', 'ensaiar', 'restaurar', 'mudar'], // of the company, to another database too
  chave: ['anunciar', 'trocar', 'concluir', 'desistir', 'perder'], // SECRET_KEY
  guarda: ['mudar', 'apagar'], // what passed its time
  selo: ['romper', 'voltar'], // the sealed log does not hold, or does again
  integracao: ['criar_token', 'revogar_token', 'criar_webhook', 'remover_webhook', 'repetir_entrega'],
  administrador: ['criar', 'mudar', 'bloquear', 'reativar', 'zerar_segundo_fator'],
  acesso: ['exportar', 'baixar', 'recusar'], // what left, and what was refused
  sessao: [
    'entrar',
    'sair',
    'recusar',
    'trocar_senha',
    'enviar_link', // for a password that was forgotten
    'separar_link', // it could not be sent
    'recuperar_senha',
    'confirmar', // the password, for what is dangerous
    'encerrar', // another session of one's own
    'ativar_segundo_fator',
    'desativar_segundo_fator',
    'configurar', // what is asked of whoever signs in
  ],
  demonstracao: ['criar'],
} as const

export type AssuntoDoLog = keyof typeof VERBOS_DO_LOG
export type VerboDe<A extends AssuntoDoLog> = (typeof VERBOS_DO_LOG)[A][number]
export type AcaoDoLog = { [A in AssuntoDoLog]: `${A}.${VerboDe<A>}` }[AssuntoDoLog]

/** Searches and one customer's history show at most this many entries; narrower filters or a period show the rest. */
export const MAIS_ACHADOS = 1_000
