import type { AssuntoDoLog, VerboDe } from '#domain/log.ts'

/** What a person reads for each action of the log: one without its words does not compile. */
const PALAVRAS: { [A in AssuntoDoLog]: { nome: string; verbos: Record<VerboDe<A>, string> } } = {
  cliente: {
    nome: 'Cliente',
    verbos: {
      assumir: 'assumir atendimento',
      negociar: 'negociar',
      pausar: 'pausar cobrança',
      reativar: 'devolver à cobrança',
      devolver: 'devolver à fila',
      responder: 'responder',
      esgotar: 'esgotar tentativas',
      quebrar_acordo: 'quebrar acordo',
      cancelar_acordo: 'cancelar acordo',
      perder_operador: 'ficar sem operador',
      terminar_pausa: 'terminar pausa',
      concluir: 'concluir',
      reabrir: 'reabrir',
      reconciliar: 'mudar pelas contas',
      transferir: 'transferir',
      distribuir: 'distribuir',
      liberar: 'liberar',
      importar: 'importar',
      atualizar: 'atualizar cadastro',
      mudar_contato: 'mudar contato',
      corrigir_telefone: 'corrigir telefone',
      trocar_numero: 'trocar de número',
      aceitar_mensagens: 'aceitar mensagens',
      recusar_mensagens: 'recusar mensagens',
      aceitar_marketing: 'aceitar marketing',
      recusar_marketing: 'recusar marketing',
      exportar_dados: 'exportar dados',
      anonimizar: 'anonimizar',
    },
  },
  anotacao: { nome: 'Anotação', verbos: { escrever: 'escrever', mudar: 'mudar', apagar: 'apagar' } },
  conta: {
    nome: 'Conta',
    verbos: { lancar: 'lançar', mudar: 'mudar', cancelar: 'cancelar', pagar: 'pagar', estornar: 'estornar' },
  },
  negociacao: {
    nome: 'Acordo',
    verbos: { fechar: 'fechar', cumprir: 'cumprir', reabrir: 'reabrir', quebrar: 'quebrar', cancelar: 'cancelar' },
  },
  mensagem: { nome: 'Mensagem', verbos: { escrever: 'escrever', falhar: 'falhar', chegar: 'chegar' } },
  importacao: {
    nome: 'Importação',
    verbos: {
      importar: 'importar',
      desfazer: 'desfazer',
      aplicar_alteracao: 'aplicar alteração',
      descartar_alteracao: 'descartar alteração',
    },
  },
  cobranca: { nome: 'Cobrança', verbos: { executar: 'executar' } },
  frase: { nome: 'Frase da empresa', verbos: { criar: 'criar', mudar: 'mudar', apagar: 'apagar' } },
  recebimento: { nome: 'Recebimento', verbos: { configurar: 'configurar' } },
  regua: { nome: 'Régua', verbos: { mudar: 'mudar' } },
  modelo: {
    nome: 'Modelo',
    verbos: {
      mudar: 'mudar texto',
      submeter: 'submeter à Meta',
      aprovar: 'aprovar',
      rejeitar: 'rejeitar',
      pausar: 'pausar',
      perder: 'sumir da conta da Meta',
      apagar: 'apagar versões antigas na Meta',
      avaliar: 'avaliar qualidade',
      anunciar_categoria: 'anunciar categoria',
      mudar_categoria: 'mudar categoria',
      testar: 'testar',
    },
  },
  whatsapp: {
    nome: 'WhatsApp',
    verbos: {
      configurar: 'configurar',
      verificar: 'verificar',
      confirmar_webhook: 'confirmar webhook',
      recusar_webhook: 'recusar webhook',
      recusar_assinatura: 'recusar assinatura',
      mudar_conta: 'mudar conta',
      avisar_erro: 'avisar erro',
      parar_conta: 'parar conta',
      retomar_conta: 'retomar conta',
      perder_resposta: 'perder resposta',
      voltar_resposta: 'voltar resposta',
      parar_fila: 'parar fila',
      andar_fila: 'andar fila',
      perder_status: 'ficar sem notícia das mensagens',
      ouvir_status: 'voltar a ter notícia das mensagens',
      reter_envio: 'reter envio',
      liberar_envio: 'liberar envio',
      separar_evento: 'separar evento',
      reprocessar_evento: 'reprocessar evento',
      descartar_evento: 'descartar evento',
    },
  },
  operador: {
    nome: 'Operador',
    verbos: {
      criar: 'criar',
      criar_admin: 'criar administrador',
      mudar: 'mudar',
      bloquear: 'bloquear',
      reativar: 'reativar',
    },
  },
  acesso: {
    nome: 'Acesso',
    verbos: { exportar: 'exportar planilha', baixar: 'abrir arquivo', recusar: 'recusar pedido' },
  },
  sessao: {
    nome: 'Sessão',
    verbos: { entrar: 'entrar', sair: 'sair', recusar: 'recusar entrada', trocar_senha: 'trocar senha' },
  },
  demonstracao: { nome: 'Demonstração', verbos: { criar: 'criar' } },
}

const ROTULOS = new Map<string, string>(
  Object.entries(PALAVRAS).flatMap(([assunto, { nome, verbos }]) => [
    [assunto, `${nome}: tudo`] as const,
    ...Object.entries(verbos).map(([verbo, palavras]) => [`${assunto}.${verbo}`, `${nome}: ${palavras}`] as const),
  ]),
)

/** Of an action (`cliente.assumir`) or of a family of them (`cliente`); one of another version is shown as it is. */
export const rotuloDaAcao = (acao: string): string => ROTULOS.get(acao) ?? acao
