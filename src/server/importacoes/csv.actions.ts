import type { ResultadoCsv } from '#contract/importacoes.ts'
import { ESPERA_ADMINISTRADOR } from '#domain/alteracao.ts'
import { type Calendario, proximoDiaUtil } from '#domain/calendario.ts'
import type { Dia } from '#domain/data.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { type ErroDeCampo, lerLinha, semDados } from '#domain/planilha.ts'
import { type Coluna, type Posicoes, reconhecerColunas } from '#domain/planilha-colunas.ts'
import { fixarCalendarioDaSessao } from '#server/configuracao/configuracao.queries.ts'
import type { Servicos } from '#server/servicos.ts'
import { type Andamento, comImportacao, type Pedido } from './andamento.actions.ts'
import { gravarLotes, registrarImportacao } from './csv-gravacao.actions.ts'
import {
  abrirPreparo,
  contarLinhas,
  decidirLinhas,
  fecharPreparo,
  type LinhaPreparada,
  type LinhaRecusada,
  linhasRecusadas,
  prepararLinhas,
} from './csv-preparo.queries.ts'
import { ErrosDaImportacao } from './erros.actions.ts'
import { type LinhaCsv, lerCsv } from './leitores/csv.ts'

export interface PedidoCsv extends Omit<Pedido, 'tipo'> {
  caminho: string
  mapeamento: Record<string, Coluna | null>
}

const LINHAS_POR_VEZ = 1000

/** Brings customers, and the account each may bring along, from a spreadsheet. Good rows land, bad ones are listed. */
export async function importarCsv(servicos: Servicos, pedido: PedidoCsv): Promise<ResultadoCsv> {
  const planilha = await abrirPlanilha(pedido)
  try {
    return await importarPlanilha(servicos, pedido, planilha)
  } finally {
    await planilha.linhas.return(undefined)
  }
}

function importarPlanilha(servicos: Servicos, pedido: PedidoCsv, planilha: Planilha): Promise<ResultadoCsv> {
  return comImportacao(servicos, { ...pedido, tipo: 'csv' }, async (andamento) => {
    const erros = new ErrosDaImportacao(servicos.db, andamento.id)
    const { id, conexao } = andamento
    try {
      await abrirPreparo(conexao, id)
      const calendario = await fixarCalendarioDaSessao(conexao)
      const total = await preparar(planilha, andamento, erros, calendario)
      const lotes = await decidirLinhas(conexao, id, { grava: !pedido.simular, usuarioId: pedido.usuarioId })
      for (const recusada of await linhasRecusadas(conexao, id)) await recusar(erros, recusada, planilha)
      await erros.fim()
      const contagem = await contarLinhas(conexao, id)
      if (!pedido.simular) {
        await gravarLotes(servicos, andamento, lotes, (gravados) =>
          andamento.progredir({ gravadas: Math.round((total * gravados) / lotes) }),
        )
        await registrarImportacao(servicos, andamento, contagem)
      }
      return {
        importacao_id: andamento.id,
        total_linhas: total,
        importados: contagem.importados,
        atualizados: contagem.atualizados,
        ignorados: contagem.ignorados,
        contas_criadas: contagem.contasCriadas,
        espera_administrador: contagem.alheias > 0 ? ESPERA_ADMINISTRADOR : null,
        total_erros: erros.total,
        causas: erros.porCausa(),
        erros: erros.primeiros(),
      }
    } finally {
      await fecharPreparo(conexao, id).catch(() => undefined) // a lost session: `apagarPreparosEsquecidos` sees to it
    }
  })
}

interface Planilha {
  cabecalho: string[]
  posicoes: Posicoes
  linhas: AsyncGenerator<LinhaCsv>
}

/** Reads as far as the header: without one that is known, this is no spreadsheet of customers. */
async function abrirPlanilha({ caminho, mapeamento }: PedidoCsv): Promise<Planilha> {
  const linhas = lerCsv(caminho)
  const primeira = await linhas.next()
  const cabecalho = primeira.done ? [] : primeira.value.celulas
  const posicoes = reconhecerColunas(cabecalho, mapeamento)
  const falta = (['nome', 'documento'] as const).filter((coluna) => !posicoes[coluna])
  if (falta.length === 0) return { cabecalho, posicoes, linhas }
  await linhas.return(undefined)
  throw new CamposInvalidos({
    csv_file: [
      Object.keys(posicoes).length === 0
        ? 'Nenhuma coluna foi reconhecida na primeira linha. Use os títulos do modelo, ou diga que coluna é qual.'
        : `Falta a coluna ${falta.join(' e a coluna ')}. Dê esse título à coluna certa, ou diga qual é.`,
    ],
  })
}

/** Stages the good rows and lists the bad ones, a handful at a time. Gives how many rows there are. */
async function preparar(
  { cabecalho, posicoes, linhas }: Planilha,
  { conexao, progredir }: Andamento,
  erros: ErrosDaImportacao,
  calendario: Calendario,
): Promise<number> {
  const util = criarDiaUtil(calendario)
  let boas: LinhaPreparada[] = []
  let total = 0
  const despejar = async () => {
    if (boas.length > 0) await prepararLinhas(conexao, boas)
    boas = []
    await progredir({ lidas: total })
  }
  for await (const { linha, celulas } of linhas) {
    if (semDados(celulas, posicoes)) continue
    total += 1
    const lida = lerLinha(celulas, posicoes)
    if (lida.linha)
      boas.push({ ...lida.linha, linha, vencimentoUtil: lida.linha.conta ? util(lida.linha.conta.vencimento) : null })
    if (lida.erros.length > 0)
      await anotar(erros, linha, lida.erros, {
        nome: legivel(celulas[posicoes.nome?.[0] ?? -1] ?? '').trim() || null,
        registro: registroDe(cabecalho, celulas),
      })
    if (total % LINHAS_POR_VEZ === 0) await despejar()
  }
  await despejar()
  return total
}

async function anotar(
  erros: ErrosDaImportacao,
  linha: number,
  achados: ErroDeCampo[],
  deQuem: { nome: string | null; registro: Record<string, string> },
) {
  for (const erro of achados) await erros.anotar({ linha, ...erro, ...deQuem })
}

async function recusar(erros: ErrosDaImportacao, recusada: LinhaRecusada, { cabecalho, posicoes }: Planilha) {
  const { linha, primeira, primeira_conta, conta_numero, documento, nome, fechada } = recusada
  const tituloDe = (coluna: Coluna) => cabecalho[posicoes[coluna]?.[0] ?? -1] ?? coluna
  const registro = {
    [tituloDe('nome')]: nome,
    [tituloDe('documento')]: documento,
    ...(conta_numero ? { [tituloDe('conta_numero')]: conta_numero } : {}),
  }
  if (conta_numero === null) {
    const mensagem = `Documento repetido: já apareceu na linha ${primeira} com outros dados. Vale a primeira.`
    const causa = 'documento_repetido'
    return erros.anotar({ linha, campo: 'documento', causa, mensagem, nome, valor: documento, registro }, true)
  }
  const mensagem = fechada
    ? `A conta ${conta_numero} já existe, tem pagamento, acordo ou foi encerrada: o valor e o vencimento dela não mudam mais.`
    : `Conta repetida: já apareceu na linha ${primeira_conta} com outro valor ou vencimento. Vale a primeira.`
  const causa = fechada ? 'conta_encerrada' : 'conta_repetida'
  return erros.anotar({ linha, campo: 'conta_numero', causa, mensagem, nome, valor: conta_numero, registro }, true)
}

/** The rejected row as it came, under its own headers. */
const registroDe = (cabecalho: string[], celulas: string[]): Record<string, string> =>
  Object.fromEntries(celulas.map((celula, i) => [cabecalho[i]?.trim() || `coluna ${i + 1}`, legivel(celula)]))

/** What the database can hold of a cell. */
const legivel = (celula: string): string => celula.replaceAll('\0', '').toWellFormed()

/** Files repeat their due days: each is looked up once. */
function criarDiaUtil(calendario: Calendario): (dia: Dia) => Dia {
  const conhecidos = new Map<Dia, Dia>()
  return (dia) => {
    let util = conhecidos.get(dia)
    if (!util) {
      util = proximoDiaUtil(dia, calendario)
      conhecidos.set(dia, util)
    }
    return util
  }
}
