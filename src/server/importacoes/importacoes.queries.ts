import { sql } from 'kysely'
import type { Importacao } from '#contract/importacoes.ts'
import { BOM, linhaCsv } from '#domain/csv.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { TIPOS_DE_IMPORTACAO, type TipoDeImportacao } from '#domain/importacao.ts'
import { padraoDeBusca } from '#server/db/busca.ts'
import { camposDaPagina, type PedidoDePagina } from '#server/db/pagina.ts'
import type { Db, Trx } from '#server/db/schema.ts'

const NAO_ENCONTRADA = 'Importação não encontrada. Só quem importou pode vê-la.'

const selecionar = (db: Db | Trx) =>
  db
    .selectFrom('importacao')
    .innerJoin('usuario', 'usuario.id', 'importacao.usuario_id')
    .where('tipo', 'in', TIPOS_DE_IMPORTACAO)
    .select([
      'importacao.id',
      'arquivo',
      'situacao',
      'lidas',
      'gravadas',
      'simulada',
      'resultado',
      'mensagem',
      'terminada_em',
      'desfeita_em',
    ])
    .select(sql<TipoDeImportacao>`tipo`.as('tipo'))
    .select(['importacao.criada_em as created_at', 'usuario.id as usuario_id', 'usuario.name as usuario_nome'])

type ImportacaoLida = Awaited<ReturnType<ReturnType<typeof selecionar>['executeTakeFirstOrThrow']>>

const emContrato = ({ usuario_id, usuario_nome, ...linha }: ImportacaoLida): Importacao => ({
  ...linha,
  usuario: { id: usuario_id, name: usuario_nome },
})

/** What a person imported before, newest first; simulations are no imports. The lists of a result stay in its own call. */
export async function listarImportacoes(
  db: Db,
  usuarioId: number,
  filtro: PedidoDePagina & { busca?: string | undefined },
) {
  let achadas = selecionar(db).where('usuario_id', '=', usuarioId).where('simulada', '=', false)
  if (filtro.busca) achadas = achadas.where(sql`normalizar(arquivo)`, 'like', padraoDeBusca(filtro.busca))
  const { total } = await achadas
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const linhas = await achadas
    .orderBy('importacao.id', 'desc')
    .limit(filtro.per_page)
    .offset((filtro.page - 1) * filtro.per_page)
    .execute()
  return {
    data: linhas.map((linha) => ({ ...emContrato(linha), resultado: resumir(linha.resultado) })),
    ...camposDaPagina(filtro, total),
  }
}

/** Only the figures: a list of imports does not carry thousands of notices. */
const resumir = (resultado: Record<string, unknown> | null) =>
  resultado &&
  Object.fromEntries(
    Object.entries(resultado).map(([nome, valor]) => [nome, Array.isArray(valor) ? valor.length : valor]),
  )

/** One import, simulated or not, to whoever made it: its progress while it runs, its result after. */
export async function verImportacao(db: Db | Trx, id: number, usuarioId: number): Promise<Importacao> {
  const linha = await selecionar(db)
    .where('importacao.id', '=', id)
    .where('usuario_id', '=', usuarioId)
    .executeTakeFirst()
  if (!linha) throw new NaoEncontrado(NAO_ENCONTRADA)
  return emContrato(linha)
}

/** The origin of a record: file, date and user. */
export async function origemDe(db: Db | Trx, id: number) {
  const { arquivo, created_at, usuario_id, usuario_nome } = await selecionar(db)
    .where('importacao.id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, arquivo, created_at, usuario: { id: usuario_id, name: usuario_nome } }
}

/** What a person has running now, simulations too: how far each has come. */
export async function listarAndamento(db: Db, usuarioId: number) {
  const linhas = await selecionar(db)
    .where('usuario_id', '=', usuarioId)
    .where('situacao', '=', 'processando')
    .orderBy('importacao.id', 'desc')
    .limit(20)
    .execute()
  return { data: linhas.map(emContrato) }
}

const POR_VEZ = 1000

/**
 * Every error of an import as a spreadsheet: position and error, then the row as uploaded, under its own headers, to be corrected
 * and uploaded again. With `porLinha`, a row with all its errors appears once.
 */
export async function* errosEmCsv(
  db: Db,
  { id, tipo, resultado }: Importacao,
  porLinha: boolean,
): AsyncGenerator<string> {
  if (tipo === 'xml') return yield* errosDoXml(resultado)
  const { rows } = await sql<{ coluna: string }>`
    select coluna from (select registro from importacao_erro where importacao_id = ${id} order by ordem limit 1000) e,
      json_object_keys(registro) with ordinality as c(coluna, posicao)
    group by coluna order by min(posicao), coluna`.execute(db)
  const colunas = rows.map((linha) => linha.coluna)
  yield BOM + linhaCsv(['linha', 'campo', 'mensagem', ...colunas])
  let ultimo: Erro[] = [] // the rest of its row may be on the next page
  for (let depoisDe = -1; ; ) {
    const erros = await lerErros(db, id, depoisDe)
    if (erros.length === 0) break
    depoisDe = erros.at(-1)!.ordem
    const linhas = porLinha ? juntar([...ultimo, ...erros]) : erros
    ultimo = porLinha ? linhas.splice(-1) : []
    yield linhas.map((erro) => emLinha(erro, colunas)).join('')
  }
  yield ultimo.map((erro) => emLinha(erro, colunas)).join('')
}

const lerErros = (db: Db, importacaoId: number, depoisDe: number) =>
  db
    .selectFrom('importacao_erro')
    .select(['ordem', 'linha', 'campo', 'mensagem', 'registro'])
    .where('importacao_id', '=', importacaoId)
    .where('ordem', '>', depoisDe)
    .orderBy('ordem')
    .limit(POR_VEZ)
    .execute()
type Erro = Awaited<ReturnType<typeof lerErros>>[number]

/** Errors of one row are consecutive: they are merged. */
function juntar(erros: Erro[]): Erro[] {
  const linhas: Erro[] = []
  for (const erro of erros) {
    const antes = linhas.at(-1)
    if (antes === undefined || antes.linha === null || antes.linha !== erro.linha) linhas.push({ ...erro })
    else {
      antes.campo = [antes.campo, erro.campo].filter(Boolean).join(', ')
      antes.mensagem += ` ${erro.mensagem}`
    }
  }
  return linhas
}

const emLinha = ({ linha, campo, mensagem, registro }: Erro, colunas: string[]) =>
  linhaCsv([String(linha ?? ''), campo ?? '', mensagem, ...colunas.map((coluna) => String(registro?.[coluna] ?? ''))])

type Ocorrencia = { arquivo: string; chave_nfe: string | null; mensagem: string }
const OCORRENCIAS = { erros: 'não entrou', pendencias: 'espera sua palavra', avisos: 'aviso' } as const

function* errosDoXml(resultado: Importacao['resultado']): Generator<string> {
  yield BOM + linhaCsv(['arquivo', 'chave_nfe', 'mensagem', 'situacao'])
  for (const [lista, situacao] of Object.entries(OCORRENCIAS))
    for (const { arquivo, chave_nfe, mensagem } of (resultado?.[lista] ?? []) as Ocorrencia[])
      yield linhaCsv([arquivo, chave_nfe ?? '', mensagem, situacao])
}
