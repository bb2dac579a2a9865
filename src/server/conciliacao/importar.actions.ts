import type { Kysely } from 'kysely'
import type { ResultadoDoBanco } from '#contract/extratos.ts'
import { diaDe } from '#domain/data.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import type { MotivoDePendencia } from '#domain/movimento.ts'
import { plural } from '#domain/plural.ts'
import type { Database } from '#server/db/schema.ts'
import { type Andamento, comImportacao, type Pedido } from '#server/importacoes/andamento.actions.ts'
import { adiantar } from '#server/leitura/adiantar.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { Contador } from './contador.ts'
import { conhecerContas, contarDesfecho, contasConhecidas } from './extratos.queries.ts'
import { aplicarCertos, julgarImportacao, julgarSemAplicar } from './julgar.actions.ts'
import type { ArquivoDoBanco, ParteDosExtratos } from './leitores/extratos.ts'
import { lerExtratosAParte } from './leitores/leitura.ts'
import { certosDo, gravarLinhas, gravarLote, julgarLinhas } from './lote.actions.ts'
import { pesarArquivos } from './pesar.ts'

export interface PedidoDoBanco extends Omit<Pedido, 'tipo' | 'vincular'> {
  caminho: string
  tamanho: number
  aceitar: ReadonlySet<MotivoDePendencia>
}

type Precisa = Pick<Servicos, 'db' | 'relogio'>
type Lotes = AsyncGenerator<ParteDosExtratos>
type Lidos = Extract<ParteDosExtratos, { arquivo: number }>

/**
 * Imports bank files, each movement once however files overlap, and matches them. All files are read before anything is written:
 * a file with an error anywhere, or that waits for a person's decision, gives nothing. A simulation does everything and rolls it
 * back.
 */
export async function importarExtratos(servicos: Precisa, pedido: PedidoDoBanco): Promise<ResultadoDoBanco> {
  const { caminho, tamanho, arquivo } = pedido
  const hoje = diaDe(servicos.relogio.agora())
  const lotes = lerExtratosAParte({ caminho, tamanho, arquivo, hoje })
  try {
    const primeiro = await lotes.next() // what cannot be opened, or is too much, is refused before anything begins
    const arquivos = primeiro.done || !('arquivos' in primeiro.value) ? [] : primeiro.value.arquivos
    recusarTodos(arquivos, arquivo)
    return await comImportacao(servicos, { ...pedido, tipo: 'extrato', vincular: false }, (andamento) =>
      pedido.simular
        ? simular(servicos, andamento, pedido, arquivos, lotes)
        : gravar(servicos, andamento, pedido, arquivos, lotes),
    )
  } finally {
    await lotes.return(undefined)
  }
}

/** Nothing in the upload is readable: the sentence names the file, and the line if there is one. */
function recusarTodos(arquivos: readonly ArquivoDoBanco[], envio: string): void {
  const erros = arquivos.flatMap((um) => ('erro' in um ? [`${um.arquivo}: ${um.erro}`] : []))
  if (erros.length < arquivos.length) return
  throw new CamposInvalidos({
    arquivo: erros.length > 0 ? erros.slice(0, 20) : [`${envio}: o zip não tem nenhum arquivo do banco.`],
  })
}

async function gravar(
  servicos: Precisa,
  andamento: Andamento,
  { aceitar }: PedidoDoBanco,
  arquivos: readonly ArquivoDoBanco[],
  lotes: Lotes,
): Promise<Omit<ResultadoDoBanco, 'importacao_id'>> {
  const { db } = servicos
  const agora = servicos.relogio.agora()
  const pesados = pesarArquivos(arquivos, await contasConhecidas(andamento.conexao), aceitar)
  const contador = new Contador()
  const julgados = adiantar(doAceito(lotes, pesados.aceitos), ADIANTE, (lote) =>
    julgarLinhas(db, contador.numerar(lote), agora),
  )
  for await (const lote of julgados) {
    const registrados = await gravarLote(andamento.conexao, lote, { ...andamento, importacaoId: andamento.id, agora })
    contador.contar(lote.movimentos, registrados)
    await aplicarCertos(db, certosDo(lote, registrados), agora)
    await andamento.progredir({ lidas: contador.lidos, gravadas: contador.lidos })
  }
  await conhecerContas(andamento.conexao, pesados.contas)
  await julgarImportacao(db, agora, andamento.id)
  const desfecho = await contarDesfecho(andamento.conexao, andamento.id)
  await anotarImportacao(servicos, andamento, contador)
  return { ...pesados.relatorio, ...contador.contas(), ...desfecho }
}

/** How many batches are judged ahead of the one being written. */
const ADIANTE = 2

class Desfazer extends Error {}

/** In a transaction that is rolled back: the counts are those of the real import, including the suggestions. */
async function simular(
  servicos: Precisa,
  andamento: Andamento,
  { aceitar }: PedidoDoBanco,
  arquivos: readonly ArquivoDoBanco[],
  lotes: Lotes,
): Promise<Omit<ResultadoDoBanco, 'importacao_id'>> {
  const agora = servicos.relogio.agora()
  const pesados = pesarArquivos(arquivos, await contasConhecidas(andamento.conexao), aceitar)
  const contador = new Contador()
  let resultado: Omit<ResultadoDoBanco, 'importacao_id'> | undefined
  await (andamento.conexao as Kysely<Database>)
    .transaction()
    .execute(async (trx) => {
      for await (const lote of doAceito(lotes, pesados.aceitos)) {
        const julgado = await julgarLinhas(trx, contador.numerar(lote), agora)
        contador.contar(
          julgado.movimentos,
          await gravarLinhas(trx, julgado, { agora, importacaoId: andamento.id, simulada: true }),
        )
        await andamento.progredir({ lidas: contador.lidos })
      }
      await julgarSemAplicar(trx, agora, andamento.id)
      resultado = { ...pesados.relatorio, ...contador.contas(), ...(await contarDesfecho(trx, andamento.id)) }
      throw new Desfazer()
    })
    .catch((erro: unknown) => {
      if (!(erro instanceof Desfazer)) throw erro
    })
  return resultado!
}

async function* doAceito(lotes: Lotes, aceitos: ReadonlySet<number>): AsyncGenerator<Lidos> {
  for await (const lote of lotes) if ('arquivo' in lote && aceitos.has(lote.arquivo)) yield lote
}

const anotarImportacao = (servicos: Precisa, { id, usuarioId, ip }: Andamento, contador: Contador) => {
  const { movimentos, novos, repetidos } = contador.contas()
  return registrar(servicos.db, {
    agora: servicos.relogio.agora(),
    usuarioId,
    ip,
    acao: 'conciliacao.importar',
    descricao: `Arquivo do banco importado: ${plural(movimentos, 'movimento', 'movimentos')}, ${plural(novos, 'novo', 'novos')}, ${plural(repetidos, 'repetido', 'repetidos')}.`,
    entidade: 'importacao',
    entidadeId: id,
    dados: { movimentos, novos, repetidos },
  })
}
