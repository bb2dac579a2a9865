import type { ResultadoCsv } from '#contract/importacoes.ts'
import { ESPERA_ADMINISTRADOR } from '#domain/alteracao.ts'
import { type Calendario, proximoDiaUtil } from '#domain/calendario.ts'
import type { Codificacao } from '#domain/codificacao.ts'
import { type Dia, formatarDia } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import { formatarTelefone } from '#domain/grafia.ts'
import type { Coluna } from '#domain/planilha-colunas.ts'
import { semNascidosNoMeio } from '#server/clientes/nascidos-no-meio.ts'
import { fixarCalendarioDaSessao } from '#server/configuracao/configuracao.queries.ts'
import { reaisNaCelula } from '#server/http/planilha.ts'
import type { Servicos } from '#server/servicos.ts'
import { type Andamento, comImportacao, type Pedido } from './andamento.actions.ts'
import { gravarLotes, registrarImportacao } from './csv-gravacao.actions.ts'
import {
  abrirPreparo,
  codigosDeOutros,
  contarLinhas,
  decidirLinhas,
  fecharPreparo,
  type LinhaComoVeio,
  type LinhaPreparada,
  type LinhaRecusada,
  linhasRecusadas,
  prepararLinhas,
} from './csv-preparo.queries.ts'
import { ErrosDaImportacao } from './erros.actions.ts'
import { lerAParte } from './leitores/leitura.ts'
import type { Cabecalho, LoteDaPlanilha, ParteDaPlanilha } from './leitores/planilha.ts'

export interface PedidoCsv extends Omit<Pedido, 'tipo'> {
  caminho: string
  mapeamento: Record<string, Coluna | null>
  /** In what the file was saved, as its sender says; else it is found out. */
  codificacao?: Codificacao | null
}

/** Brings customers, and the account each may bring along, from a spreadsheet. Good rows land, bad ones are listed. */
export async function importarCsv(servicos: Servicos, pedido: PedidoCsv): Promise<ResultadoCsv> {
  const planilha = await abrirPlanilha(pedido)
  try {
    return await importarPlanilha(servicos, pedido, planilha)
  } finally {
    await planilha.partes.return(undefined)
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
      const decidir = () => decidirLinhas(conexao, id, { grava: !pedido.simular, usuarioId: pedido.usuarioId })
      const lotes = await decidir()
      for await (const tirado of codigosDeOutros(conexao)) await tirarCodigo(erros, tirado, planilha)
      for await (const recusada of linhasRecusadas(conexao, id)) await recusar(erros, recusada, planilha)
      await erros.fim()
      const contagem = await contarLinhas(conexao, id)
      if (!pedido.simular) {
        const gravar = () =>
          gravarLotes(servicos, andamento, lotes, (gravados) =>
            andamento.progredir({ gravadas: Math.round((total * gravados) / lotes) }),
          )
        // A code that is somebody else's by now would have to be said to stay out.
        await semNascidosNoMeio(gravar, decidir, ['cliente_documento_key'])
        await registrarImportacao(servicos, andamento, contagem)
      }
      return {
        importacao_id: andamento.id,
        total_linhas: total,
        importados: contagem.importados,
        atualizados: contagem.atualizados,
        ignorados: contagem.ignorados,
        contas_criadas: contagem.contasCriadas,
        codificacao: planilha.achada.codificacao,
        codificacao_certa: planilha.achada.certa,
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

interface Planilha extends Cabecalho {
  partes: AsyncGenerator<ParteDaPlanilha>
}

/** Reads as far as the header: without one that is known, this is no spreadsheet of customers. */
async function abrirPlanilha({ caminho, mapeamento, codificacao }: PedidoCsv): Promise<Planilha> {
  const partes = lerAParte({ que: 'planilha', caminho, mapeamento, codificacao: codificacao ?? null })
  const { value: topo } = await partes.next()
  return { ...(topo as Cabecalho), partes }
}

/** Stages the good rows and lists what is wrong, a batch at a time. Gives how many rows there are. */
async function preparar(
  { partes }: Planilha,
  { conexao, progredir }: Andamento,
  erros: ErrosDaImportacao,
  calendario: Calendario,
): Promise<number> {
  const util = criarDiaUtil(calendario)
  let total = 0
  for await (const parte of partes) {
    const { lidas, boas, ruins } = parte as LoteDaPlanilha
    total = lidas
    if (boas.length > 0)
      await prepararLinhas(
        conexao,
        boas.map((boa): LinhaPreparada => ({ ...boa, vencimentoUtil: boa.conta ? util(boa.conta.vencimento) : null })),
      )
    for (const { erros: achados, ...deQuem } of ruins)
      for (const erro of achados) await erros.anotar({ ...erro, ...deQuem })
    if (ruins.length > 0) await erros.fim()
    await progredir({ lidas: total })
  }
  return total
}

function tirarCodigo(erros: ErrosDaImportacao, tirado: LinhaComoVeio, planilha: Planilha) {
  const { linha, nome, codigo_externo: valor } = tirado
  const registro = registroDe(tirado, planilha)
  const mensagem = `O código ${valor} já é de outro cliente. O código fica de fora.`
  const causa = 'codigo_de_outro'
  return erros.anotar({ linha, campo: 'codigo_externo', causa, mensagem, nome, valor, registro }, 'codigo')
}

async function recusar(erros: ErrosDaImportacao, recusada: LinhaRecusada, planilha: Planilha) {
  const { linha, primeira, primeira_conta, conta_numero, documento, nome, fechada } = recusada
  const registro = registroDe(recusada, planilha)
  if (conta_numero === null) {
    const mensagem = `Documento repetido: já apareceu na linha ${primeira} com outros dados. Vale a primeira.`
    const causa = 'documento_repetido'
    return erros.anotar({ linha, campo: 'documento', causa, mensagem, nome, valor: documento, registro }, 'contradicao')
  }
  const mensagem = fechada
    ? `A conta ${conta_numero} já existe, tem pagamento, acordo ou foi encerrada: o valor e o vencimento dela não mudam mais.`
    : `Conta repetida: já apareceu na linha ${primeira_conta} com outro valor ou vencimento. Vale a primeira.`
  const causa = fechada ? 'conta_encerrada' : 'conta_repetida'
  return erros.anotar(
    { linha, campo: 'conta_numero', causa, mensagem, nome, valor: conta_numero, registro },
    'contradicao',
  )
}

/** The row under the file's own headers, in their order, as people write it. */
function registroDe(lida: LinhaComoVeio, { cabecalho, posicoes }: Planilha): string {
  const { valor_centavos, vencimento, telefone, linha: _, ...escritos } = lida
  const celulas: Partial<Record<Coluna, string | null>> = {
    ...escritos,
    telefone: telefone && formatarTelefone(telefone),
    [posicoes.saldo ? 'saldo' : 'valor']: valor_centavos === null ? null : reaisNaCelula(emReais(valor_centavos)),
    vencimento: vencimento && formatarDia(vencimento),
  }
  const naOrdem = new Map<number, string>()
  for (const [coluna, celula] of Object.entries(celulas)) {
    const posicao = posicoes[coluna as Coluna]?.[0]
    // One column of the file may feed two of ours.
    if (posicao !== undefined) naOrdem.set(posicao, celula || naOrdem.get(posicao) || '')
  }
  const registro = [...naOrdem].sort(([uma], [outra]) => uma - outra)
  return JSON.stringify(Object.fromEntries(registro.map(([posicao, celula]) => [cabecalho[posicao], celula])))
}

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
