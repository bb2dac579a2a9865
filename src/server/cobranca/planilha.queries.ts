import type { z } from 'zod'
import type { exportarExecucao } from '#contract/cobranca.ts'
import { formatarDia, localDe } from '#domain/data.ts'
import { destinoDaMensagem, nomeDoPasso, ROTULOS_DA_DECISAO } from '#domain/explicacao.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { percorrerPorId } from '#server/db/pagina.ts'
import type { Db } from '#server/db/schema.ts'
import { type Colunas, diaNaCelula, emCsv, naSuaVez } from '#server/http/planilha.ts'
import { conferirTodos } from './conferencia.queries.ts'
import { type Execucao, lerExecucoes, verExecucao } from './execucao.queries.ts'

type Relatorio = Awaited<ReturnType<typeof verExecucao>>
const COLUNAS_DA_LISTA: Colunas<Execucao> = {
  execucao: (uma) => String(uma.id),
  quando_dia: (uma) => diaNaCelula(uma.created_at),
  quando_hora: (uma) => localDe(uma.created_at).hora,
  dia_da_cobranca: (uma) => formatarDia(uma.dia),
  tipo: (uma) => (uma.simulada ? 'simulação' : uma.automatica ? 'automática' : 'manual'),
  fora_do_horario: (uma) => (uma.forcada ? 'sim' : 'não'),
  avaliados: (uma) => String(uma.avaliados),
  mensagens: (uma) => String(uma.enfileiradas),
  ignorados: (uma) => String(Object.values(uma.ignorados).reduce((soma, total) => soma + total, 0)),
}

/** The runs, newest first, as a spreadsheet that a Brazilian Excel opens. */
export const execucoesEmCsv = (db: Db) =>
  emCsv(
    COLUNAS_DA_LISTA,
    percorrerPorId((antesDe, limite) => lerExecucoes(db, { antesDe, limite })),
  )

const COLUNAS: Colunas<Relatorio['data'][number]> = {
  dia: (um) => formatarDia(um.dia),
  cliente_id: (um) => String(um.cliente.id),
  cliente: (um) => um.cliente.nome,
  enviada: (um) => (um.enviada ? 'sim' : 'não'),
  motivo: (um) => ROTULOS_DA_DECISAO[um.motivo],
  mensagem: (um) => (um.mensagem_status ? destinoDaMensagem(um.mensagem_status) : ''),
  passo: (um) => String(um.passo ?? ''),
  detalhe: (um) => um.detalhe,
}
const POR_VEZ = 1_000

/** Why each customer was or was not billed, as a spreadsheet that a Brazilian Excel opens, safe against formulas; 404 before its first row. */
export async function execucaoEmCsv(
  db: Db,
  id: number,
  filtro: z.output<typeof exportarExecucao.schema.querystring>,
): Promise<AsyncGenerator<string>> {
  const ler = (page: number) => verExecucao({ db }, id, { ...filtro, page, per_page: POR_VEZ })
  const primeira = await naSuaVez(() => ler(1))
  return emCsv(COLUNAS, linhas(primeira, ler))
}

async function* linhas(primeira: Relatorio, ler: (page: number) => Promise<Relatorio>) {
  yield primeira.data
  for (let page = 2; page <= primeira.last_page; page += 1) yield (await ler(page)).data
}

type Conferencia = Awaited<ReturnType<typeof conferirTodos>>
type Problema = Conferencia['da_empresa'][number] &
  Partial<Pick<Conferencia['deles'][number], 'cliente' | 'modelo' | 'passo'>>

const COLUNAS_DA_CONFERENCIA: Colunas<Problema> = {
  de_quem: (um) => (um.cliente ? 'cliente' : 'empresa'),
  cliente_id: (um) => String(um.cliente?.id ?? ''),
  cliente: (um) => um.cliente?.nome ?? '',
  modelo: (um) => (um.modelo ? MODELOS_PADRAO[um.modelo].titulo : ''),
  passo: (um) => (um.passo === undefined || um.passo === null ? '' : nomeDoPasso(um.passo)),
  variavel: (um) => um.variavel,
  problema: (um) => um.problema,
  o_que_sai: (um) => um.mensagem,
  mensagens: (um) => String(um.mensagens),
}

/** What is missing or does not fit in the messages of the next run, a line a value, as a spreadsheet that a Brazilian Excel opens. */
export async function conferenciaEmCsv(
  onde: Parameters<typeof conferirTodos>[0],
  agora: Date,
): Promise<AsyncGenerator<string>> {
  const { da_empresa, deles } = await conferirTodos(onde, agora)
  const dosClientes = deles.map(({ problemas, ...caso }) => problemas.map((um) => ({ ...caso, ...um, mensagens: 1 })))
  return emCsv<Problema>(COLUNAS_DA_CONFERENCIA, [da_empresa, ...dosClientes])
}
