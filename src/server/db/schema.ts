// biome-ignore-all lint/style/noExcessiveLinesPerFile: the tables, one by one
import type { ColumnType, Generated, GeneratedAlways, Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { CAMPOS_ALTERADOS, SITUACOES_DA_ALTERACAO } from '#domain/alteracao.ts'
import type { FormaDoBotao } from '#domain/botao-pix.ts'
import type { MotivoFila, StatusCliente } from '#domain/cliente.ts'
import type { SituacaoDoCodigo, TipoDeCodigo } from '#domain/codigo.ts'
import type { FormaDePagamento, OrigemDaConta, OrigemDoPagamento, Situacao } from '#domain/conta.ts'
import type { MotivoDaContestacao, OrigemDaContestacao, StatusContestacao } from '#domain/contestacao.ts'
import type { FalhaDoEnvio, PorqueRetida } from '#domain/despacho.ts'
import type { TipoDeNota } from '#domain/documento-fiscal.ts'
import type { OrigemDeEvento, RecusaDeWebhook } from '#domain/entrada.ts'
import type { AcaoDoItem, EntidadeDoItem, SituacaoDaImportacao, TipoDeEnvio } from '#domain/importacao.ts'
import type { Escopo, EventoDeIntegracao, StatusDaEntrega } from '#domain/integracao.ts'
import type { Nivel } from '#domain/log.ts'
import type { Direcao, Envio, Finalidade, StatusMensagem, TipoMensagem } from '#domain/mensagem.ts'
import type { SituacaoModelo, TipoModelo } from '#domain/modelo.ts'
import type { OrigemDoMovimento, SituacaoDoMovimento, TipoDeMovimento } from '#domain/movimento.ts'
import type { OrigemDaNegociacao, StatusNegociacao } from '#domain/negociacao.ts'
import type { SituacaoDoArquivo } from '#domain/pasta-vigiada.ts'
import type { MeioDaConfirmacao } from '#domain/pessoa.ts'
import type { OrigemDaPromessa, StatusPromessa } from '#domain/promessa.ts'
import type { ConfirmarPessoa } from '#domain/recebimento.ts'
import type { SituacaoDoPedido } from '#domain/recuperacao.ts'
import type { TipoPasso } from '#domain/regua.ts'
import type { Certeza, Sugestao } from '#domain/sugestoes.ts'
import type { Uf } from '#domain/uf.ts'
import type { PapelGravado, StatusUsuario } from '#domain/usuario.ts'

/** Our type parsers give timestamptz as ISO text in UTC; both text and Date are accepted when writing. */
type Timestamp = ColumnType<string, string | Date, string | Date>
/** jsonb: read parsed, written as JSON text. */
// biome-ignore lint/suspicious/noExplicitAny: the shape of a jsonb column belongs to the slice that reads it
type Json = ColumnType<any, string | null | undefined, string | null>

export interface TabelaAcesso {
  id: Generated<number>
  exigir_segundo_fator: Generated<boolean>
  exigir_troca_de_senha: Generated<boolean>
  sessao_ociosa_horas: Generated<number>
}

export interface TabelaAnotacao {
  id: GeneratedAlways<number>
  cliente_id: number
  autor_id: number
  texto: string
  fixada: Generated<boolean>
  created_at: Timestamp
  editada_em: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
}

export interface TabelaMencao {
  anotacao_id: number
  usuario_id: number
  vista_em: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
}

export interface TabelaTrocaDeChave {
  id: Generated<number>
  nova_cifrada: Buffer
  antiga_cifrada: Buffer
  em_uso_em: Timestamp
}

export interface TabelaCopia {
  id: GeneratedAlways<number>
  comecou_em: Timestamp
  terminou_em: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
  noturna: boolean
  bytes: ColumnType<number | null, number | null | undefined, number | null>
  erro: ColumnType<string | null, string | null | undefined, string | null>
  /** Null: there is none, or an older version made it. */
  arquivo: ColumnType<string | null, string | null | undefined, string | null>
}

export interface TabelaEnsaioDeCopia {
  id: GeneratedAlways<number>
  ensaiada_em: Timestamp
  /** When the copy was made; null: it could not be read. */
  copia_de: ColumnType<string | null, string | Date | null, string | Date | null>
  arquivo: string
  linhas: ColumnType<number | null, number | null | undefined, number | null>
  erro: ColumnType<string | null, string | null | undefined, string | null>
}

export interface TabelaContestacao {
  id: GeneratedAlways<number>
  cliente_id: number
  motivo: MotivoDaContestacao
  texto: string | null
  arquivo: Json
  status: Generated<StatusContestacao>
  prazo: string
  resposta: string | null
  origem: OrigemDaContestacao
  usuario_id: number | null
  criada_em: Timestamp
  encerrada_em: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
}

export interface TabelaContestacaoConta {
  contestacao_id: number
  conta_id: number
  devido_centavos: number
  aberta: Generated<boolean>
}

export interface TabelaPromessa {
  id: GeneratedAlways<number>
  cliente_id: number
  valor_centavos: number
  pago_centavos: Generated<number>
  ate: string
  limite: string
  status: Generated<StatusPromessa>
  origem: OrigemDaPromessa
  observacao: string | null
  motivo: string | null
  usuario_id: number | null
  depois_de: number
  criada_em: Timestamp
  encerrada_em: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
}

export interface TabelaPromessaConta {
  promessa_id: number
  conta_id: number
  pendente: Generated<boolean>
}

export interface TabelaCliente {
  id: GeneratedAlways<number>
  nome: string
  documento: string | null
  telefone: string | null
  contato_id: number | null
  email: string | null
  codigo_externo: string | null
  /** Another customer had the same code before codes were unique, and answers to it. */
  codigo_repetido: Generated<boolean>
  uf: Uf | null
  municipio: string | null
  status: StatusCliente
  operador_id: number | null
  numero_chamadas: Generated<number>
  motivo_pausa: string | null
  pausado_ate: string | null
  aguardando_desde: ColumnType<string | null, string | Date | null, string | Date | null>
  aguardando_motivo: MotivoFila | null
  fila_desde: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
  fila_motivo: TabelaCliente['aguardando_motivo']
  fila_livre: Generated<boolean>
  acordo_quebrado_pendente: Generated<boolean>
  promessa_quebrada_pendente: Generated<boolean>
  nao_lidas: Generated<number>
  aberto_centavos: Generated<number>
  contas_abertas: Generated<number>
  vencimento_mais_antigo: string | null
  ultimo_contato_em: ColumnType<string | null, string | Date | null, string | Date | null>
  importacao_id: number | null
  anonimizado_em: ColumnType<string | null, string | Date | null, string | Date | null>
  concluido_em: ColumnType<string | null, string | Date | null, string | Date | null>
  created_at: Timestamp
  updated_at: Timestamp
  busca: GeneratedAlways<string>
}

export interface TabelaCobrancaPasso {
  conta_id: number
  dias: number
  vencimento: string
  mensagem_id: number
  cliente_id: number
}

export interface TabelaCodigoDeRecuperacao {
  usuario_id: number
  marca: string
  hash: string
  usado_em: ColumnType<string | null, string | Date | null, string | Date | null>
}

export interface TabelaConfiguracao {
  id: Generated<number>
  empresa: Generated<string>
  pix: string | null
  dias_uteis: Generated<boolean>
  inicio: Generated<string>
  fim: Generated<string>
  sabado_inicio: Generated<string>
  sabado_fim: Generated<string>
  max_tentativas: Generated<number>
  intervalo_minimo_dias: Generated<number>
  multa_centesimos: Generated<number>
  juros_mes_centesimos: Generated<number>
  whatsapp_api_url: string | null
  whatsapp_phone_number_id: string | null
  whatsapp_business_account_id: string | null
  whatsapp_token_cifrado: Buffer | null
  whatsapp_app_secret_cifrado: Buffer | null
  whatsapp_verify_token_cifrado: Buffer | null
  whatsapp_situacao: Json
  whatsapp_verificado_em: ColumnType<string | null, string | Date | null, string | Date | null>
  webhook_recebido_em: ColumnType<string | null, string | Date | null, string | Date | null>
  /** When Meta last told what became of a message. */
  status_recebido_em: ColumnType<string | null, string | Date | null, string | Date | null>
  /** Since when it tells nothing, although messages go out; null: it does. */
  sem_status_desde: ColumnType<string | null, string | Date | null, string | Date | null>
  conta_parada_codigo: string | null
  conta_parada_mensagem: string | null
  conta_parada_em: ColumnType<string | null, string | Date | null, string | Date | null>
  conta_retomada_em: ColumnType<string | null, string | Date | null, string | Date | null>
  chave_embutida: Json
  aquecimento_desde: string | null
  /** The WhatsApp account last in force, wherever it was set. */
  whatsapp_em_vigor: Json
  numeros_anteriores: Generated<string[]>
  identidade: string | null
}

export interface TabelaGuarda {
  id: Generated<number>
  mensagens_meses: number | null
  arquivos_meses: number | null
  clientes_meses: number | null
  eventos_dias: number | null
  feita_em: string | null
  mensagem_id: Generated<number>
  cliente_id: Generated<number>
}

export interface TabelaRecebimento {
  id: Generated<number>
  cnpj: string | null
  endereco: string | null
  telefone: string | null
  pix_nome: string | null
  pix_cidade: string | null
  psp_base_url: string | null
  psp_token_url: string | null
  psp_client_id: string | null
  psp_client_secret_cifrado: Buffer | null
  psp_certificado_cifrado: Buffer | null
  psp_chave_privada_cifrado: Buffer | null
  psp_cabecalhos_cifrado: Buffer | null
  psp_webhook_segredo_cifrado: Buffer | null
  psp_certificado_ate: ColumnType<string | null, string | Date | null, string | Date | null>
  psp_emulado: Generated<boolean>
  psp_erro: string | null
  psp_conferido_em: ColumnType<string | null, string | Date | null, string | Date | null>
  psp_webhook_recebido_em: ColumnType<string | null, string | Date | null, string | Date | null>
  psp_webhook_erro: string | null
  psp_webhook_conferido_em: ColumnType<string | null, string | Date | null, string | Date | null>
  varrido_ate: ColumnType<string | null, string | Date | null, string | Date | null>
  varrido_em: ColumnType<string | null, string | Date | null, string | Date | null>
  revarrido_em: ColumnType<string | null, string | Date | null, string | Date | null>
  botao_de_pagamento: Generated<boolean>
  carencia_dias_uteis: Generated<number>
  promessa_max_dias: Generated<number>
  perdao_maximo_centavos: Generated<number>
  confirmar_pessoa: Generated<ConfirmarPessoa>
}

export interface TabelaCodigo {
  id: GeneratedAlways<number>
  cliente_id: number
  tipo: TipoDeCodigo
  txid: string
  copia_e_cola: string | null
  valor_centavos: number
  situacao: SituacaoDoCodigo
  vale_ate: string
  negociacao_id: number | null
  mensagem_id: number | null
  created_at: Timestamp
  no_psp: Generated<boolean>
  remover_em: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
  remocoes: Generated<number>
}

export interface TabelaCodigoConta {
  codigo_id: number
  conta_id: number
  situacao: SituacaoDoCodigo
  valor_centavos: number
  encargos_centavos: number
}

export interface TabelaConta {
  id: GeneratedAlways<number>
  cliente_id: number
  numero: string
  parcela: string | null
  valor_centavos: number
  pago_centavos: Generated<number>
  emissao: string
  vencimento: string
  vencimento_util: string
  situacao: Generated<Situacao>
  origem: OrigemDaConta
  chave_nfe: string | null
  ordem: number | null
  nota_cancelada: Generated<boolean>
  acordo_id: number | null
  parcela_numero: number | null
  substituida_por: number | null
  pago_em: string | null
  motivo_cancelamento: string | null
  importacao_id: number | null
  nosso_numero: string | null
  linha_digitavel: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface TabelaChaveDeHash {
  id: number
  cifrada: Buffer
}

export interface TabelaContagemAtraso {
  id: GeneratedAlways<number>
  status: TabelaCliente['status']
  vencimento_mais_antigo: string | null
  clientes: number
}

export interface TabelaContagemCliente {
  id: GeneratedAlways<number>
  operador_id: number | null
  status: TabelaCliente['status']
  clientes: number
  falhas: number
  aberto_centavos: number
}

export interface TabelaContagemLog {
  dia: string
  nivel: string
  acao: string
  usuario_id: number | null
  entidade: string | null
  linhas: number
}

export interface TabelaContagemConta {
  id: GeneratedAlways<number>
  operador_id: number | null
  situacao: TabelaConta['situacao']
  vencimento: string
  vencimento_util: string
  contas: number
  valor_centavos: number
  pago_centavos: number
}

export interface TabelaContato {
  id: GeneratedAlways<number>
  canonico: string | null
  hash: Buffer
  /** Of `chave_de_hash`. */
  hash_chave: Generated<number>
  wa_id: string | null
  bsuid: string | null
  aceita_mensagens: Generated<boolean>
  palavra_em: ColumnType<string | null, string | Date | null, string | Date | null>
  consentimento_origem: string | null
  invalido_em: ColumnType<string | null, string | Date | null, string | Date | null>
  janela_ate: ColumnType<string | null, string | Date | null, string | Date | null>
  ultimo_modelo_dia: string | null
  ultima_cobranca_dia: string | null
  ultimo_contato_em: ColumnType<string | null, string | Date | null, string | Date | null>
  fora_do_horario_dia: string | null
  verificado_em: InstanteOuNulo
  consentimento_em: ColumnType<string | null, string | Date | null, string | Date | null>
  aceita_marketing: Generated<boolean>
  marketing_em: ColumnType<string | null, string | Date | null, string | Date | null>
  /** WhatsApp there cannot show a payment button. */
  sem_botao_de_pagamento: Generated<boolean>
}

interface TabelaWebhookRecusado {
  /** The hour in which they came. */
  hora: Timestamp
  motivo: RecusaDeWebhook
  total: number
}

export interface TabelaEventoRecebido {
  id: GeneratedAlways<number>
  origem: Generated<OrigemDeEvento>
  chave: string
  tipo: string
  ordem: string | null
  contato_id: number | null
  payload: Json
  meta_em: ColumnType<string | null, string | Date | null, string | Date | null>
  recebido_em: Timestamp
  processado_em: ColumnType<string | null, string | Date | null, string | Date | null>
  tentativas: Generated<number>
  proxima_em: ColumnType<string | null, string | Date | null, string | Date | null>
  erro: string | null
  posto_de_lado_em: ColumnType<string | null, string | Date | null, string | Date | null>
  sem_efeito: Generated<boolean>
}

export interface TabelaExecucao {
  id: GeneratedAlways<number>
  dia: string
  simulada: boolean
  forcada: boolean
  automatica: boolean
  usuario_id: number | null
  criada_em: Timestamp
  avaliados: number
  enfileiradas: number
  ignorados: Json
}

export interface TabelaDespacho {
  id: Generated<number>
  posicao: Generated<number>
  marcou_em: ColumnType<string | null, string | Date | null, string | Date | null>
  andou_em: ColumnType<string | null, string | Date | null, string | Date | null>
  falha_tipo: FalhaDoEnvio | null
  falha_desde: ColumnType<string | null, string | Date | null, string | Date | null>
  falha_detalhe: string | null
  sondas: Generated<number>
  fila_parada_em: ColumnType<string | null, string | Date | null, string | Date | null>
  linhagem: Generated<string>
  linhagens_anteriores: Generated<string[]>
  retida_em: ColumnType<string | null, string | Date | null, string | Date | null>
  retida_porque: PorqueRetida | null
  envios_perdidos: number | null
  restauracao_dita: string | null
}

export interface TabelaEnvioSemRegistro {
  referencia: string
  contato_id: number | null
  status: string
  meta_em: Timestamp
  visto_em: Timestamp
}

export interface TabelaExecucaoItem {
  execucao_id: number
  cliente_id: number
  enviada: boolean
  motivo: string
  passo: number | null
  detalhe: string | null
}

export interface TabelaFeriado {
  dia: string
  nome: string | null
}

export interface TabelaAutorizacao {
  id: GeneratedAlways<number>
  cliente_id: number
  contato_id: number | null
  origem: string
  texto: string
  em: string
  usuario_id: number | null
  criada_em: Timestamp
}

export interface TabelaBloqueio {
  id: GeneratedAlways<number>
  canonico: string
  origem: string
  registrado_em: string
  vale_de: GeneratedAlways<string>
}

export interface TabelaListaDeBloqueio {
  origem: string
  importada_em: Timestamp
}

export interface TabelaFeriadoLocal {
  dia: string
  uf: Uf | null
  municipio: string | null
}

export interface TabelaLeiDeContato {
  uf: Uf
  inicio: string | null
  fim: string | null
  sabado_inicio: string | null
  sabado_fim: string | null
  fonte: string
  conferido_em: string
  ativo: Generated<boolean>
}

export interface TabelaFrase {
  id: GeneratedAlways<number>
  /** Null: the company's. */
  usuario_id: number | null
  atalho: string
  texto: string
  updated_at: Timestamp
}

export interface TabelaIdempotencia {
  usuario_id: number
  chave: string
  rota: string
  corpo_hash: Buffer
  resposta: Json
  criada_em: Timestamp
}

interface TabelaIdempotenciaDaPagina extends Omit<TabelaIdempotencia, 'usuario_id'> {
  link_id: number
}

type InstanteOuNulo = ColumnType<string | null, string | Date | null | undefined, string | Date | null>

interface TabelaLink {
  id: GeneratedAlways<number>
  /** SHA-256 of the token. */
  hash: Buffer
  cliente_id: number
  contato_id: number
  mensagem_id: number | null
  criado_em: Timestamp
  vale_ate: Timestamp
  encerrado_em: InstanteOuNulo
}

interface TabelaPortaDaPagina {
  cliente_id: number
  contato_id: number
  erradas: Generated<string[]>
  fechada_ate: InstanteOuNulo
  sem_link_ate: InstanteOuNulo
  dia: string | null
  atos: Generated<number>
}

interface TabelaPessoaDoTelefone {
  cliente_id: number
  contato_id: number
  negada_em: InstanteOuNulo
  confirmada_em: InstanteOuNulo
  confirmada_por: MeioDaConfirmacao | null
  ouvida_em: InstanteOuNulo
}

export interface TabelaImportacao {
  id: GeneratedAlways<number>
  tipo: TipoDeEnvio
  arquivo: string
  usuario_id: number
  situacao: SituacaoDaImportacao
  simulada: Generated<boolean>
  lidas: Generated<number>
  gravadas: Generated<number>
  resultado: Json
  mensagem: string | null
  criada_em: Timestamp
  terminada_em: ColumnType<string | null, string | Date | null, string | Date | null>
  desfeita_em: ColumnType<string | null, string | Date | null, string | Date | null>
  arquivo_da_pasta_id: number | null
}

/** A file taken from the watched folder (pasta). */
export interface TabelaArquivoDaPasta {
  id: GeneratedAlways<number>
  nome: string
  resumo: Buffer
  situacao: SituacaoDoArquivo
  motivo: string | null
  tentativas: Generated<number>
  tomado_em: Timestamp
  movido_em: ColumnType<string | null, string | Date | null, string | Date | null>
}

/** How the watched folder was found; at most one row. */
export interface TabelaPastaVigiada {
  unica: Generated<boolean>
  onde: string
  erro: string | null
  desde: ColumnType<string | null, string | Date | null, string | Date | null>
  olhada_em: Timestamp
}

export interface TabelaImportacaoAlteracao {
  id: GeneratedAlways<number>
  importacao_id: number
  cliente_id: number
  conta_id: number | null
  chave_nfe: string | null
  campo: (typeof CAMPOS_ALTERADOS)[number]
  de: string | null
  para: string | null
  situacao: Generated<(typeof SITUACOES_DA_ALTERACAO)[number]>
  criada_em: Timestamp
  decidida_em: ColumnType<string | null, string | Date | null, string | Date | null>
  decidida_por: number | null
}

export interface TabelaImportacaoErro {
  importacao_id: number
  ordem: number
  linha: number | null
  campo: string | null
  mensagem: string
  registro: Json
}

export interface TabelaImportacaoItem {
  id: GeneratedAlways<number>
  importacao_id: number
  entidade: EntidadeDoItem
  entidade_id: string
  acao: AcaoDoItem
  antes: Json
  retrato: string | null
}

export interface TabelaLog {
  id: GeneratedAlways<number>
  created_at: Timestamp
  nivel: Nivel
  acao: string
  descricao: string
  /** `Referencia[]`; null in lines of versions that did not say. */
  referencias: Json
  usuario_id: number | null
  ip: string | null
  entidade: string | null
  entidade_id: number | null
  dados: Json
}

export interface TabelaSelo {
  numero: number
  selado_em: Timestamp
  linhas: number
  primeira: number
  ultima: number
  anterior: Buffer
  resumo: Buffer
  hash: Buffer
}

export interface TabelaSeloLinha {
  log_id: number
  selo: number
  sal: string | null
  texto_resumo: Buffer | null
  impressao: Buffer
}

export interface TabelaSelagem {
  id: Generated<number>
  assentado: Generated<number>
  visto: Generated<number>
  escritores: Generated<string[]>
  completa_em: Timestamp
}

export interface TabelaConferenciaDeSelos {
  id: Generated<number>
  proximo: Generated<number>
  linha: Generated<number>
  concluida_em: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
  problema: Json
  achado: Generated<boolean>
  rompido_em: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
}

export interface TabelaLogMotivo {
  log_id: number
  motivo: string
}

export interface TabelaMensagem {
  id: GeneratedAlways<number>
  cliente_id: number | null
  contato_id: number | null
  direcao: Direcao
  tipo: TipoMensagem
  conteudo: string
  status: StatusMensagem
  erro_codigo: string | null
  erro_mensagem: string | null
  autor_id: number | null
  automatica: Generated<boolean>
  finalidade: Finalidade
  modelo_tipo: string | null
  modelo_versao_id: number | null
  parametros: Json
  wamid: string | null
  referencia: Generated<string>
  envio: Envio | null
  dia: string | null
  forcada: Generated<boolean>
  execucao_id: number | null
  passo: number | null
  tentativas: Generated<number>
  proxima_em: ColumnType<string | null, string | Date | null, string | Date | null>
  reivindicada_em: ColumnType<string | null, string | Date | null, string | Date | null>
  enviando_em: ColumnType<string | null, string | Date | null, string | Date | null>
  aceita_em: ColumnType<string | null, string | Date | null, string | Date | null>
  entregue_em: ColumnType<string | null, string | Date | null, string | Date | null>
  lida_em: ColumnType<string | null, string | Date | null, string | Date | null>
  falhou_em: ColumnType<string | null, string | Date | null, string | Date | null>
  contou_chamada: Generated<boolean>
  liberada: Generated<boolean>
  nao_lida: Generated<boolean>
  reacao: string | null
  editada_em: ColumnType<string | null, string | Date | null, string | Date | null>
  apagada_em: ColumnType<string | null, string | Date | null, string | Date | null>
  preco_tipo: string | null
  preco_categoria: string | null
  partes: Json
  responde_a: number | null
  midia: Json
  intencoes: Json
  texto_apagado_em: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
  meta_em: ColumnType<string | null, string | Date | null, string | Date | null>
  telefone: string | null
  created_at: Timestamp
}

export interface TabelaModelo {
  tipo: TipoModelo
  titulo: string
  categoria: Generated<string>
  idioma: Generated<string>
  updated_at: Timestamp
}

export interface TabelaModeloVersao {
  id: GeneratedAlways<number>
  tipo: string
  numero: number
  texto: string
  nome_meta: string | null
  meta_id: string | null
  situacao: SituacaoModelo
  motivo: string | null
  criada_em: Timestamp
  enviada_em: ColumnType<string | null, string | Date | null, string | Date | null>
  aprovada_em: ColumnType<string | null, string | Date | null, string | Date | null>
  usuario_id: number | null
  qualidade: string | null
  partes: Json
  /** No longer at Meta, where a newer one took its place. */
  apagada_em: ColumnType<string | null, string | Date | null, string | Date | null>
  exclusao_recusada_em: ColumnType<string | null, string | Date | null, string | Date | null>
  exclusao_recusa: string | null
}

/** A version's variant with WhatsApp's payment button. */
export interface TabelaModeloBotao {
  versao_id: number
  forma: FormaDoBotao
  nome_meta: string | null
  meta_id: string | null
  categoria: Generated<string>
  situacao: SituacaoModelo
  motivo: string | null
  enviada_em: ColumnType<string | null, string | Date | null, string | Date | null>
}

export interface TabelaMovimento {
  id: GeneratedAlways<number>
  origem: OrigemDoMovimento
  tipo: TipoDeMovimento
  banco: string | null
  conta_bancaria: string | null
  dia: string
  dia_credito: string | null
  valor_centavos: number
  saiu: boolean
  tarifa_centavos: Generated<number>
  descricao: string
  pagador_nome: string | null
  pagador_documento: string | null
  txid: string | null
  end_to_end_id: string | null
  nosso_numero: string | null
  ocorrencia: string | null
  lote: Generated<boolean>
  componentes: Json
  duas_fontes: Generated<boolean>
  importacao_id: number | null
  created_at: Timestamp
  situacao: SituacaoDoMovimento
  motivo: string | null
  cliente_id: number | null
  aplicado_centavos: Generated<number>
  credito_centavos: Generated<number>
  devolvido_centavos: Generated<number>
  sem_prova_centavos: Generated<number>
  ignorado_centavos: Generated<number>
  sem_dono_centavos: GeneratedAlways<number>
  automatico: Generated<boolean>
  desfeito: Generated<boolean>
  a_julgar: boolean
  julgado_dia: string | null
  a_caminho_desde: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
  /** Of a refund: the credit that it took, and how much of each part of it (`CreditoNoDia`). */
  credito_id: number | null
  tomado: Json
}

export interface TabelaMovimentoChave {
  chave: Buffer
  vez: number
  movimento_id: number
}

export interface TabelaMovimentoVisto {
  importacao_id: number
  movimento_id: number
}

export interface TabelaSugestao {
  movimento_id: number
  ordem: number
  acao: Sugestao['acao']
  cliente_id: number | null
  pagamento_id: number | null
  certeza: Certeza
  porque: string
}

export interface TabelaSugestaoConta {
  movimento_id: number
  ordem: number
  conta_id: number
  valor_centavos: number
}

export interface TabelaContaDoBanco {
  banco: string
  conta: string
}

export interface TabelaContaACaminho {
  conta_id: number
  desde: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
  reaberta_em: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
}

export interface TabelaNegociacao {
  id: GeneratedAlways<number>
  cliente_id: number
  status: StatusNegociacao
  valor_original_centavos: number
  encargos_centavos: number
  desconto_centavos: number
  valor_negociado_centavos: number
  observacao: string | null
  usuario_id: number | null
  motivo: string | null
  criada_em: Timestamp
  encerrada_em: ColumnType<string | null, string | Date | null, string | Date | null>
  origem: Generated<OrigemDaNegociacao>
  vence_em: ColumnType<string | null, string | null | undefined, string | null>
  parcelas_previstas: Json
  pedido: Json
  alem: Json
  politica_versao: ColumnType<number | null, number | null | undefined, number | null>
  decidida_por: ColumnType<number | null, number | null | undefined, number | null>
  decidida_em: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
}

export interface TabelaNegociacaoConta {
  negociacao_id: number
  conta_id: number
  aberto_centavos: number
  vencimento: ColumnType<string | null, string | null | undefined, string | null>
}

export interface TabelaPoliticaNegociacao {
  versao: GeneratedAlways<number>
  ativa: boolean
  faixas: Json
  segundo_acordo_entrada_centesimos: number
  usuario_id: number | null
  desde: Timestamp
}

export interface TabelaAceite {
  negociacao_id: number
  oferta_id: number
  total_centavos: number
  texto: string
  texto_hash: Buffer
  em: Timestamp
  endereco: string | null
  token_hash: Buffer | null
}

export interface TabelaNotaCancelada {
  chave: string
  em: Timestamp
  importacao_id: number | null
}

export interface TabelaNotaFiscal {
  chave: string
  tipo: TipoDeNota
  emitente: string
  modelo: string
  serie: string
  numero: string
  importacao_id: number | null
}

export interface TabelaPagamento {
  id: GeneratedAlways<number>
  cliente_id: number
  valor_centavos: number
  pago_em: string
  forma: FormaDePagamento
  origem: Generated<OrigemDoPagamento>
  usuario_id: number | null
  operador_id: number | null
  criado_em: Timestamp
  estornado_em: ColumnType<string | null, string | Date | null, string | Date | null>
  motivo_estorno: string | null
  movimento_id: number | null
}

export interface TabelaPagamentoAlocacao {
  pagamento_id: number
  conta_id: number
  principal_centavos: number
  encargos_centavos: number
}

export interface TabelaPassoRegua {
  id: GeneratedAlways<number>
  dias: number
  tipo: TipoPasso
  ativo: Generated<boolean>
}

export interface TabelaSessao {
  id: GeneratedAlways<number>
  token_hash: Buffer
  usuario_id: number
  criada_em: Timestamp
  usada_em: Timestamp
  ip: string | null
  navegador: string | null
  /** When the password was last typed; null: when it was opened. */
  confirmada_em: ColumnType<string | null, string | Date | null, string | Date | null>
}

/** A request for a link, whoever's the e-mail is (recuperacao). */
export interface TabelaPedidoDeSenha {
  id: GeneratedAlways<number>
  email: string
  ip: string | null
  pedido_em: Timestamp
  situacao: SituacaoDoPedido
  tentativas: Generated<number>
  proxima_em: Timestamp
  erro: string | null
}

/** The link by which a person may set a password. */
export interface TabelaLinkDeSenha {
  usuario_id: number
  token_hash: Buffer
  email: string
  expira_em: Timestamp
}

export interface TabelaTentativaLogin {
  id: GeneratedAlways<number>
  chave: string
  em: Timestamp
}

export interface TabelaWebhook {
  id: GeneratedAlways<number>
  url: string
  eventos: EventoDeIntegracao[]
  /** Null: lost with the key that it was closed with. */
  segredo_cifrado: Buffer | null
  /** What happened up to this event is not told. */
  desde: number
  criado_por: number
  created_at: Timestamp
  removido_em: ColumnType<string | null, string | Date | null, string | Date | null>
}

export interface TabelaEventoDeIntegracao {
  id: GeneratedAlways<number>
  ordem: number | null
  tipo: EventoDeIntegracao
  cliente_id: number
  dados: Record<string, unknown>
  created_at: Timestamp
}

export interface TabelaEntrega {
  id: GeneratedAlways<number>
  webhook_id: number
  evento_id: number
  tipo: EventoDeIntegracao
  cliente_id: number
  dados: Record<string, unknown>
  ocorrido_em: Timestamp
  status: Generated<StatusDaEntrega>
  tentativas: Generated<number>
  proxima_em: Timestamp
  desde: Timestamp
  http: number | null
  erro: string | null
  tentada_em: ColumnType<string | null, string | Date | null, string | Date | null>
  entregue_em: ColumnType<string | null, string | Date | null, string | Date | null>
}

export interface TabelaTokenDeAcesso {
  id: GeneratedAlways<number>
  usuario_id: number
  token_hash: Buffer
  escopos: Escopo[]
  criado_por: number
  created_at: Timestamp
  expira_em: ColumnType<string | null, string | Date | null, string | Date | null>
  usado_em: ColumnType<string | null, string | Date | null, string | Date | null>
  revogado_em: ColumnType<string | null, string | Date | null, string | Date | null>
  pedidos: Generated<number>
  minuto_desde: Timestamp
}

export interface TabelaUsuario {
  id: GeneratedAlways<number>
  name: string
  email: string
  senha_hash: string
  /** Another person typed the password. */
  senha_de_outro: Generated<boolean>
  /** Closed with SECRET_KEY (chaves/cifra.ts). */
  segundo_fator_cifrado: Buffer | null
  /** Since when it is in force; null: it is not. */
  segundo_fator_em: ColumnType<string | null, string | Date | null, string | Date | null>
  /** The last 30 seconds whose code was taken. */
  segundo_fator_passo: number | null
  role: PapelGravado
  status: Generated<StatusUsuario>
  ultima_entrada_em: ColumnType<string | null, string | Date | null, string | Date | null>
  created_at: Timestamp
  updated_at: Timestamp
}

export interface Database {
  acesso: TabelaAcesso
  anotacao: TabelaAnotacao
  autorizacao: TabelaAutorizacao
  bloqueio: TabelaBloqueio
  chave_de_hash: TabelaChaveDeHash
  cliente: TabelaCliente
  cobranca_passo: TabelaCobrancaPasso
  codigo: TabelaCodigo
  codigo_conta: TabelaCodigoConta
  codigo_de_recuperacao: TabelaCodigoDeRecuperacao
  configuracao: TabelaConfiguracao
  conta: TabelaConta
  conta_a_caminho: TabelaContaACaminho
  conta_do_banco: TabelaContaDoBanco
  contagem_atraso: TabelaContagemAtraso
  contagem_cliente: TabelaContagemCliente
  contagem_conta: TabelaContagemConta
  contagem_log: TabelaContagemLog
  contato: TabelaContato
  despacho: TabelaDespacho
  copia: TabelaCopia
  ensaio_de_copia: TabelaEnsaioDeCopia
  troca_de_chave: TabelaTrocaDeChave
  envio_sem_registro: TabelaEnvioSemRegistro
  webhook: TabelaWebhook
  webhook_recusado: TabelaWebhookRecusado
  entrega: TabelaEntrega
  evento_de_integracao: TabelaEventoDeIntegracao
  evento_recebido: TabelaEventoRecebido
  execucao: TabelaExecucao
  execucao_item: TabelaExecucaoItem
  feriado: TabelaFeriado
  feriado_local: TabelaFeriadoLocal
  frase: TabelaFrase
  guarda: TabelaGuarda
  idempotencia: TabelaIdempotencia
  idempotencia_da_pagina: TabelaIdempotenciaDaPagina
  arquivo_da_pasta: TabelaArquivoDaPasta
  importacao: TabelaImportacao
  importacao_alteracao: TabelaImportacaoAlteracao
  importacao_erro: TabelaImportacaoErro
  importacao_item: TabelaImportacaoItem
  lei_de_contato: TabelaLeiDeContato
  lista_de_bloqueio: TabelaListaDeBloqueio
  link: TabelaLink
  link_de_senha: TabelaLinkDeSenha
  log: TabelaLog
  log_motivo: TabelaLogMotivo
  selo: TabelaSelo
  selo_linha: TabelaSeloLinha
  selagem: TabelaSelagem
  conferencia_de_selos: TabelaConferenciaDeSelos
  mencao: TabelaMencao
  mensagem: TabelaMensagem
  modelo: TabelaModelo
  modelo_botao: TabelaModeloBotao
  modelo_versao: TabelaModeloVersao
  movimento: TabelaMovimento
  movimento_chave: TabelaMovimentoChave
  movimento_visto: TabelaMovimentoVisto
  aceite: TabelaAceite
  negociacao: TabelaNegociacao
  negociacao_conta: TabelaNegociacaoConta
  politica_negociacao: TabelaPoliticaNegociacao
  nota_cancelada: TabelaNotaCancelada
  nota_fiscal: TabelaNotaFiscal
  pagamento: TabelaPagamento
  pagamento_alocacao: TabelaPagamentoAlocacao
  passo_regua: TabelaPassoRegua
  pasta_vigiada: TabelaPastaVigiada
  pedido_de_senha: TabelaPedidoDeSenha
  pessoa_do_telefone: TabelaPessoaDoTelefone
  porta_da_pagina: TabelaPortaDaPagina
  contestacao: TabelaContestacao
  contestacao_conta: TabelaContestacaoConta
  promessa: TabelaPromessa
  promessa_conta: TabelaPromessaConta
  recebimento: TabelaRecebimento
  sessao: TabelaSessao
  sugestao: TabelaSugestao
  sugestao_conta: TabelaSugestaoConta
  tentativa_login: TabelaTentativaLogin
  token_de_acesso: TabelaTokenDeAcesso
  usuario: TabelaUsuario
}

export type Db = Kysely<Database>
export type Trx = Transaction<Database>
export type Linha<T extends keyof Database> = Selectable<Database[T]>
export type NovaLinha<T extends keyof Database> = Insertable<Database[T]>
