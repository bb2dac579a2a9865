import { type RawBuilder, sql } from 'kysely'

/**
 * What anonymising a customer does to a column. `texto`: replaced by a placeholder · `nulo`: set to null · `proprio`: a
 * rule of its own in `lgpd.actions.ts` · `fica`: the customer's, but kept (money, days, states, identifiers of notes) ·
 * `nada`: never holds a customer's data.
 */
export type Decisao = 'texto' | 'nulo' | 'proprio' | 'fica' | 'nada'

interface Tabela {
  /** The rows of one customer; absent where rows do not belong to one. */
  deQuem?: (clienteId: number) => RawBuilder<unknown>
  colunas: Record<string, Decisao>
}

const doCliente = (id: number) => sql`cliente_id = ${id}`
const todas = (decisao: Decisao, ...colunas: string[]) => Object.fromEntries(colunas.map((coluna) => [coluna, decisao]))

/**
 * Every column of the database that holds text, JSON or bytes, with a decision: a test compares it with the schema, so a new
 * column without one fails. Erasing and exporting both read this list.
 */
export const DADOS_PESSOAIS: Record<string, Tabela> = {
  cliente: {
    deQuem: (id) => sql`id = ${id}`,
    colunas: {
      ...todas('proprio', 'nome', 'busca'),
      ...todas('nulo', 'documento', 'telefone', 'email', 'codigo_externo', 'uf', 'municipio'),
      motivo_pausa: 'texto',
      ...todas('fica', 'status', 'aguardando_motivo', 'fila_motivo'),
    },
  },
  contato: {
    deQuem: (id) => sql`id = (select contato_id from cliente where id = ${id})`,
    colunas: {
      ...todas('proprio', 'canonico', 'wa_id', 'bsuid'),
      ...todas('fica', 'hash', 'consentimento_origem'),
    },
  },
  conta: {
    deQuem: doCliente,
    colunas: {
      numero: 'proprio',
      motivo_cancelamento: 'texto',
      ...todas('fica', 'parcela', 'situacao', 'origem', 'chave_nfe', 'nosso_numero', 'linha_digitavel'),
    },
  },
  pagamento: { deQuem: doCliente, colunas: { motivo_estorno: 'texto', forma: 'fica', origem: 'fica' } },
  movimento: {
    deQuem: (id) => sql`id in (select id from movimento where cliente_id = ${id}
      union select movimento_id from pagamento where cliente_id = ${id} and movimento_id is not null
      union select movimento_id from sugestao where cliente_id = ${id} and certeza = 'alta'
      union select id from movimento where pagador_documento = (select documento from cliente where id = ${id}))`,
    colunas: {
      ...todas('texto', 'descricao', 'motivo'),
      ...todas('nulo', 'pagador_nome', 'pagador_documento'),
      ...todas('fica', 'origem', 'tipo', 'banco', 'conta_bancaria', 'situacao', 'ocorrencia'),
      ...todas('fica', 'txid', 'end_to_end_id', 'nosso_numero', 'seu_numero', 'componentes', 'tomado'),
    },
  },
  movimento_chave: { colunas: { chave: 'fica' } },
  movimento_desfeito: { colunas: { chave: 'fica' } },
  sugestao: { deQuem: doCliente, colunas: { porque: 'texto', acao: 'fica', certeza: 'fica' } },
  negociacao: {
    deQuem: doCliente,
    colunas: {
      // `pedido` holds the operator's remark again.
      ...todas('nulo', 'observacao', 'pedido'),
      motivo: 'texto',
      ...todas('fica', 'status', 'origem', 'parcelas_previstas', 'alem'),
    },
  },
  aceite: {
    deQuem: (id) => sql`negociacao_id in (select id from negociacao where cliente_id = ${id})`,
    // Money and days in our own words; by the hash it can still be shown what was accepted.
    colunas: { ...todas('nulo', 'endereco', 'token_hash'), ...todas('fica', 'texto', 'texto_hash') },
  },
  contestacao: {
    deQuem: doCliente,
    colunas: {
      ...todas('nulo', 'texto', 'arquivo'),
      resposta: 'texto',
      ...todas('fica', 'motivo', 'status', 'origem'),
    },
  },
  promessa: { deQuem: doCliente, colunas: { observacao: 'nulo', motivo: 'texto', status: 'fica', origem: 'fica' } },
  mensagem: {
    deQuem: doCliente,
    colunas: {
      conteudo: 'texto',
      ...todas('nulo', 'parametros', 'partes', 'midia', 'telefone', 'reacao', 'intencoes'),
      // The errors are our own sentences, from the list of Meta's; `wamid` matches later webhooks.
      ...todas(
        'fica',
        'direcao',
        'tipo',
        'status',
        'erro_codigo',
        'erro_mensagem',
        'finalidade',
        'modelo_tipo',
        'wamid',
      ),
      ...todas('fica', 'envio', 'preco_tipo', 'preco_categoria'),
    },
  },
  anotacao: { deQuem: doCliente, colunas: { texto: 'texto' } },
  execucao_item: { deQuem: doCliente, colunas: todas('fica', 'motivo', 'detalhe') },
  importacao_alteracao: {
    deQuem: doCliente,
    colunas: { ...todas('proprio', 'de', 'para'), ...todas('fica', 'chave_nfe', 'campo', 'situacao') },
  },
  importacao_item: {
    deQuem: (id) => sql`(entidade, entidade_id) in
      (select 'cliente', ${String(id)} union all select 'conta', id::text from conta where cliente_id = ${id})`,
    colunas: { ...todas('nulo', 'antes', 'retrato'), ...todas('fica', 'entidade', 'entidade_id', 'acao') },
  },
  // Files name many people: matched by the person's data (`Titular`).
  importacao: {
    colunas: { ...todas('proprio', 'arquivo', 'resultado', 'mensagem'), ...todas('nada', 'tipo', 'situacao') },
  },
  importacao_erro: { colunas: { ...todas('proprio', 'mensagem', 'registro'), campo: 'nada' } },
  evento_recebido: {
    colunas: { ...todas('proprio', 'payload', 'ordem', 'erro'), ...todas('fica', 'chave', 'tipo', 'origem') },
  },
  // By `apagar_do_log`; references resolve to the customer's current, anonymised name.
  log: {
    deQuem: (id) => sql`entidade = 'cliente' and entidade_id = ${id}`,
    colunas: { descricao: 'proprio', ...todas('fica', 'nivel', 'acao', 'entidade', 'referencias', 'dados', 'ip') },
  },
  log_motivo: {
    deQuem: (id) => sql`log_id in (select id from log where entidade = 'cliente' and entidade_id = ${id})`,
    colunas: { motivo: 'proprio' },
  },
  // Hashes; those of what is erased have salts that are erased too (decision 040).
  selo: { colunas: todas('nada', 'anterior', 'resumo', 'hash') },
  selo_linha: { colunas: { texto_resumo: 'proprio', impressao: 'fica' } },
  selagem: { colunas: todas('nada', 'escritores') },
  troca_de_chave: { colunas: todas('nada', 'nova_cifrada', 'antiga_cifrada') },
  copia: { colunas: todas('nada', 'erro', 'arquivo') },
  ensaio_de_copia: { colunas: todas('nada', 'erro', 'arquivo') },
  conferencia_de_selos: { colunas: todas('nada', 'problema') },
  // Answers kept for a day: whole rows go.
  idempotencia: { colunas: { resposta: 'proprio', ...todas('nada', 'chave', 'rota', 'corpo_hash') } },

  // Whole rows are deleted with the phone, which anonymising removes.
  idempotencia_da_pagina: { colunas: { resposta: 'proprio', ...todas('nada', 'chave', 'rota', 'corpo_hash') } },

  // What was charged, without names: money, days and identifiers.
  codigo: { deQuem: doCliente, colunas: todas('fica', 'tipo', 'txid', 'copia_e_cola', 'situacao') },
  codigo_conta: {
    deQuem: (id) => sql`codigo_id in (select id from codigo where cliente_id = ${id})`,
    colunas: todas('fica', 'situacao'),
  },

  // The company's, its people's, and counts.
  chave_de_hash: { colunas: todas('nada', 'cifrada') },
  configuracao: {
    colunas: todas(
      'nada',
      ...['empresa', 'pix', 'inicio', 'fim', 'sabado_inicio', 'sabado_fim', 'chave_embutida', 'numeros_anteriores'],
      ...['api_url', 'token_cifrado', 'app_secret_cifrado', 'verify_token_cifrado', 'phone_number_id'].map(
        (um) => `whatsapp_${um}`,
      ),
      ...['business_account_id', 'em_vigor', 'situacao'].map((um) => `whatsapp_${um}`),
      'conta_parada_codigo',
      'conta_parada_mensagem',
    ),
  },
  politica_negociacao: { colunas: todas('nada', 'faixas') },
  // Rows are deleted with the phone, which anonymising removes.
  pessoa_do_telefone: { deQuem: doCliente, colunas: { confirmada_por: 'fica' } },
  autorizacao: { deQuem: doCliente, colunas: { texto: 'texto', origem: 'fica' } },
  // From a public list: it stays.
  bloqueio: { colunas: { canonico: 'nada', origem: 'nada' } },
  lista_de_bloqueio: { colunas: todas('nada', 'origem') },
  lei_de_contato: {
    colunas: todas('nada', 'uf', 'inicio', 'fim', 'sabado_inicio', 'sabado_fim', 'fonte'),
  },
  feriado_local: { colunas: todas('nada', 'uf', 'municipio') },
  contagem_atraso: { colunas: todas('nada', 'status') },
  conta_do_banco: { colunas: todas('nada', 'banco', 'conta') },
  contagem_cliente: { colunas: todas('nada', 'status') },
  contagem_conta: { colunas: todas('nada', 'situacao') },
  contagem_movimento: { colunas: todas('nada', 'situacao', 'origem') },
  contagem_log: { colunas: todas('nada', 'nivel', 'acao', 'entidade') },
  despacho: {
    colunas: todas(
      'nada',
      'falha_tipo',
      'falha_detalhe',
      'linhagem',
      'linhagens_anteriores',
      'restauracao_dita',
      'retida_porque',
    ),
  },
  envio_sem_registro: { colunas: todas('nada', 'status') },
  execucao: { colunas: todas('nada', 'ignorados') },
  feriado: { colunas: todas('nada', 'nome') },
  frase: { colunas: todas('nada', 'atalho', 'texto') },
  // Names of files, as programs give them, and why they were refused: 90 days.
  arquivo_da_pasta: { colunas: todas('nada', 'nome', 'resumo', 'situacao', 'motivo') },
  pasta_vigiada: { colunas: todas('nada', 'onde', 'erro') },
  // About the company's own users; requests are deleted within a day.
  link_de_senha: { colunas: todas('nada', 'token_hash', 'email') },
  pedido_de_senha: { colunas: todas('nada', 'email', 'ip', 'situacao', 'erro') },
  link: { colunas: todas('nada', 'hash') }, // of a token that nobody keeps
  migracao: { colunas: todas('nada', 'nome', 'impressao') },
  modelo: { colunas: todas('nada', 'tipo', 'titulo', 'categoria', 'idioma') },
  modelo_botao: { colunas: todas('nada', 'forma', 'nome_meta', 'meta_id', 'categoria', 'situacao', 'motivo') },
  modelo_versao: {
    colunas: todas(
      'nada',
      'tipo',
      'texto',
      'nome_meta',
      'meta_id',
      'situacao',
      'motivo',
      'qualidade',
      'partes',
      'exclusao_recusa',
    ),
  },
  nota_cancelada: { colunas: todas('nada', 'chave') },
  nota_fiscal: { colunas: todas('nada', 'chave', 'tipo', 'emitente', 'modelo', 'serie', 'numero') },
  passo_regua: { colunas: todas('nada', 'tipo') },
  recebimento: {
    colunas: todas(
      'nada',
      ...['cnpj', 'endereco', 'telefone', 'pix_nome', 'pix_cidade', 'chaves_anteriores', 'confirmar_pessoa'],
      ...['base_url', 'token_url', 'client_id', 'erro', 'webhook_erro'].map((um) => `psp_${um}`),
      ...['client_secret', 'certificado', 'chave_privada', 'cabecalhos', 'webhook_segredo'].map(
        (um) => `psp_${um}_cifrado`,
      ),
    ),
  },
  codigo_de_recuperacao: { colunas: todas('nada', 'marca', 'hash') },
  sessao: { colunas: todas('nada', 'token_hash', 'ip', 'navegador') },
  // Ids and statuses, the customer's external code among them.
  evento_de_integracao: { deQuem: doCliente, colunas: { tipo: 'fica', dados: 'proprio' } },
  entrega: { deQuem: doCliente, colunas: { dados: 'proprio', ...todas('fica', 'tipo', 'status', 'erro') } },
  webhook: { colunas: todas('nada', 'url', 'eventos', 'segredo_cifrado') },
  token_de_acesso: { colunas: todas('nada', 'token_hash', 'escopos') },
  tentativa_login: { colunas: todas('nada', 'chave') },
  usuario: { colunas: todas('nada', 'name', 'email', 'senha_hash', 'role', 'status', 'segundo_fator_cifrado') },
  webhook_recusado: { colunas: todas('nada', 'motivo') },
}

/** Tables with rows of one customer, and the columns that a decision names. */
export const tabelasDoCliente = () =>
  Object.entries(DADOS_PESSOAIS).flatMap(([tabela, { deQuem, colunas }]) =>
    deQuem ? [{ tabela, deQuem, colunas }] : [],
  )
