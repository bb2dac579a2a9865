import { sql } from 'kysely'
import { janelaAberta } from '#domain/conversa.ts'
import { DIA_MS, diaDe } from '#domain/data.ts'
import { vaiApesarDaRecusa } from '#domain/mensagem.ts'
import { comLink, pedeCodigo, porCodigo, porLink } from '#domain/na-saida.ts'
import { modeloPedeLink } from '#domain/partes.ts'
import { comToken } from '#domain/partes-preenchidas.ts'
import type { Recebedor } from '#domain/recebimento.ts'
import { recusaPelaProposta } from '#server/codigos/proposta.queries.ts'
import { type ModeloEmUso, modelosAprovados } from '#server/configuracao/modelos-em-uso.queries.ts'
import type { Linha, Trx } from '#server/db/schema.ts'
import type { LinkFeito } from '#server/links/links.actions.ts'
import { contasDoModelo } from '#server/modelos/preencher.queries.ts'
import { clientesBloqueados } from '#server/regua/bloqueado.queries.ts'
import type { Midia } from '#server/saida/midia.ts'
import { type Cancelamento, ESPEROU_DEMAIS } from '#server/saida/saida.actions.ts'
import { comBotao, type MeioDoBotao, meioDoBotao } from './botao.ts'
import { desmentidas } from './desmentidas.queries.ts'
import {
  type CodigoDaMensagem,
  type Mensagem,
  type Pessoas,
  type QuemRecebe,
  quemRecebe,
  type Veredito,
} from './julgamento.ts'
import { guardando } from './links.actions.ts'

/**
 * People's messages and automatic answers: valid for a day, within what WhatsApp and the customer allow, and as long as they are
 * true.
 */
export async function julgarPessoas(
  trx: Trx,
  mensagens: readonly Mensagem[],
  pessoas: Pessoas,
  agora: Date,
  botao: Recebedor | null,
): Promise<Map<number, Veredito>> {
  if (mensagens.length === 0) return new Map()
  const modelos: ReadonlyMap<string, ModeloEmUso> = await modelosAprovados(trx)
  const autores = await bloqueados(trx, mensagens)
  const silenciados = await clientesBloqueados(
    trx,
    mensagens.flatMap((uma) => (uma.tipo === 'template' && uma.autor_id !== null ? (uma.cliente_id ?? []) : [])),
    diaDe(agora),
    agora,
  )
  const citadas = await lerCitadas(trx, mensagens)
  const botoes = new Map(
    mensagens.map((mensagem) => {
      const contato = pessoas.get(mensagem.cliente_id ?? 0)?.contato
      const modelo = modelos.get(mensagem.modelo_tipo ?? '')
      return [mensagem.id, (contato && modelo && meioDoBotao(modelo, mensagem, contato, botao)) ?? null]
    }),
  )
  const codigos = await codigosPedidos(trx, mensagens, modelos, botoes, agora)
  const encerrados = await comCodigoEncerrado(trx, mensagens)
  const falsas = await desmentidas(trx, mensagens)
  return new Map(
    mensagens.map((mensagem): [number, Veredito] => {
      const recusa = impedimento(mensagem, pessoas.get(quemRecebe(mensagem)), autores, agora) ?? falsas.get(mensagem.id)
      if (recusa) return [mensagem.id, { cancelar: recusa }]
      if (mensagem.autor_id !== null && mensagem.tipo === 'template' && silenciados.has(mensagem.cliente_id ?? 0))
        return [mensagem.id, { cancelar: BLOQUEIO_LEGAL }]
      if (mensagem.tipo === 'template') {
        const { contas, recusa: recusado = null } = codigos.get(mensagem.id) ?? {}
        if (recusado) return [mensagem.id, { cancelar: recusado }]
        return [mensagem.id, comModelo(mensagem, modelos, contas, botoes.get(mensagem.id) ?? null)]
      }
      if (encerrados.has(mensagem.id)) return [mensagem.id, { cancelar: CODIGO_ENCERRADO }]
      if (mensagem.midia) return [mensagem.id, comArquivo(mensagem)]
      return [mensagem.id, comTexto(mensagem, citadas.get(mensagem.responde_a ?? 0) ?? null)]
    }),
  )
}

/** A text that names the customer's page has its address when it goes. */
function comTexto({ conteudo }: Mensagem, citar: string | null): Veredito {
  const escrever = (link: LinkFeito | null) => {
    const texto = comLink(conteudo, link?.endereco ?? null)
    return guardando({ enviar: { texto, citar }, conteudo: texto }, link)
  }
  return comLink(conteudo, '') === conteudo
    ? { enviar: { texto: conteudo, citar } }
    : { ...escrever(null), comLink: escrever }
}

function comArquivo(mensagem: Mensagem): Veredito {
  const arquivo = arquivoDe(mensagem)
  const { legenda } = arquivo
  if (legenda === null || comLink(legenda, '') === legenda) return { enviar: { arquivo } }
  const escrever = (link: LinkFeito | null) => {
    const dita = comLink(legenda, link?.endereco ?? null)
    return guardando({ enviar: { arquivo: { ...arquivo, legenda: dita } }, conteudo: dita }, link)
  }
  return { ...escrever(null), comLink: escrever }
}

/** The person saw the filled template, so no other text is sent in its place. */
function comModelo(
  mensagem: Mensagem,
  modelos: ReadonlyMap<string, ModeloEmUso>,
  contas: readonly number[] | undefined,
  porBotao: MeioDoBotao | null,
): Veredito {
  const modelo = modelos.get(mensagem.modelo_tipo ?? '')
  if (!modelo || modelo.versaoId !== mensagem.modelo_versao_id) return { cancelar: MODELO_MUDOU }
  const parametros = mensagem.parametros ?? []
  const { partes } = mensagem
  const enviar = { modelo: modelo.nome, idioma: modelo.idioma, parametros, partes }
  const escrever = (link: LinkFeito | null, codigo: CodigoDaMensagem | null) => {
    const base = porLink(modelo.texto, parametros, link?.endereco ?? null) ?? {
      parametros,
      conteudo: mensagem.conteudo,
    }
    const posto = (codigo && porCodigo(modelo.texto, base.parametros, codigo.copiaECola)) || base
    const nelas = partes && comToken(partes, modelo.partes, link?.token ?? null)
    const escrito = { ...enviar, parametros: posto.parametros, partes: nelas }
    return guardando({ enviar: codigo ? comBotao(escrito, codigo, porBotao) : escrito, conteudo: posto.conteudo }, link)
  }
  const comLinkDaPagina = (link: LinkFeito | null) => ({
    ...escrever(link, null),
    ...(contas ? { codigo: { contas, comCodigo: (codigo: CodigoDaMensagem) => escrever(link, codigo) } } : {}),
  })
  return { ...comLinkDaPagina(null), ...(modeloPedeLink(modelo) ? { comLink: comLinkDaPagina } : {}) }
}

/**
 * For each message whose template asks for a code, the accounts of its type today. Accounts of an accepted offer get no other
 * code: a person's message that names a code is refused; an automatic one, or one with only the button, is sent without it.
 */
async function codigosPedidos(
  trx: Trx,
  mensagens: readonly Mensagem[],
  modelos: ReadonlyMap<string, ModeloEmUso>,
  botoes: ReadonlyMap<number, MeioDoBotao | null>,
  agora: Date,
): Promise<Map<number, { contas?: number[]; recusa?: Cancelamento }>> {
  const pedidos = new Map<number, { contas?: number[]; recusa?: Cancelamento }>()
  for (const { id, cliente_id, autor_id, modelo_tipo } of mensagens) {
    const modelo = modelos.get(modelo_tipo ?? '')
    if (!modelo || cliente_id === null || !(pedeCodigo(modelo.texto) || botoes.get(id))) continue
    const contas = await contasDoModelo(trx, cliente_id, modelo.tipo, diaDe(agora))
    const recusa = await recusaPelaProposta(trx, contas)
    if (!recusa && contas.length > 0) pedidos.set(id, { contas })
    else if (recusa && autor_id !== null && pedeCodigo(modelo.texto)) pedidos.set(id, { recusa })
  }
  return pedidos
}

/** Messages that consist of a code that is no longer payable. */
async function comCodigoEncerrado(trx: Trx, mensagens: readonly Mensagem[]): Promise<Set<number>> {
  const { rows } = await sql<{ mensagem_id: number }>`
    select mensagem_id from codigo where mensagem_id = any(${mensagens.map(({ id }) => id)}::bigint[]) and situacao <> 'emitido'`.execute(
    trx,
  )
  return new Set(rows.map(({ mensagem_id }) => mensagem_id))
}

const CODIGO_ENCERRADO: Cancelamento = {
  codigo: 'codigo_encerrado',
  mensagem: 'O código Pix deixou de valer antes do envio: a conta mudou ou foi paga. Envie outro.',
}

/** Already uploaded to Meta: other files cannot be claimed from the outbox. */
function arquivoDe({ tipo, midia }: Mensagem) {
  const { id, legenda = null, nome } = midia as Midia & { id: string }
  return { tipo: tipo === 'imagem' ? 'image' : 'document', midiaId: id, legenda, nome } as const
}

const BLOQUEIO_LEGAL: Cancelamento = {
  codigo: 'bloqueio_legal',
  mensagem: 'O telefone entrou em uma lista de não perturbe antes do envio.',
}
const MODELO_MUDOU: Cancelamento = {
  codigo: 'modelo_nao_aprovado',
  mensagem: 'O modelo deixou de estar aprovado, ou ganhou outro texto, antes do envio. Envie de novo.',
}

function impedimento(
  mensagem: Mensagem,
  pessoa: QuemRecebe | undefined,
  autoresBloqueados: ReadonlySet<number>,
  agora: Date,
): Cancelamento | null {
  if (!pessoa || pessoa.cliente.anonimizado_em)
    return { codigo: 'contato_invalido', mensagem: 'O cliente não tem mais este telefone.' }
  if (mensagem.autor_id !== null && autoresBloqueados.has(mensagem.autor_id))
    return { codigo: 'operador_bloqueado', mensagem: 'Quem escreveu a mensagem foi bloqueado antes do envio.' }
  if (agora.getTime() - Date.parse(mensagem.nao_antes_de ?? mensagem.created_at) > DIA_MS) return ESPEROU_DEMAIS
  if (!pessoa.contato.aceita_mensagens && !vaiApesarDaRecusa(mensagem))
    return { codigo: 'nao_aceita_mensagens', mensagem: 'O cliente pediu para não receber mensagens.' }
  if (mensagem.tipo !== 'template' && !janelaAberta(pessoa.contato.janela_ate, agora))
    return { codigo: 'janela_fechada', mensagem: 'A janela de 24 horas fechou antes do envio. Envie um modelo.' }
  return null
}

async function bloqueados(trx: Trx, mensagens: readonly Mensagem[]): Promise<Set<number>> {
  const autores = mensagens.flatMap(({ autor_id }) => autor_id ?? [])
  if (autores.length === 0) return new Set()
  const linhas = await trx
    .selectFrom('usuario')
    .select('id')
    .where('id', 'in', autores)
    .where('status', '<>', 'Ativo')
    .execute()
  return new Set(linhas.map(({ id }) => id))
}

async function lerCitadas(trx: Trx, mensagens: readonly Mensagem[]): Promise<Map<number, string | null>> {
  const ids = mensagens.flatMap(({ responde_a }) => responde_a ?? [])
  if (ids.length === 0) return new Map()
  const linhas: Pick<Linha<'mensagem'>, 'id' | 'wamid'>[] = await trx
    .selectFrom('mensagem')
    .select(['id', 'wamid'])
    .where('id', 'in', ids)
    .execute()
  return new Map(linhas.map(({ id, wamid }) => [id, wamid]))
}
