import type { ResultadoXml } from '#contract/importacoes.ts'
import { mesmaEmpresa } from '#domain/documento.ts'
import { type DocumentoLido, decidirEvento, ESPECIES, type NotaLida, type Palavra } from '#domain/documento-fiscal.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { decidirNfse } from '#domain/nfse.ts'
import { decidirNfe } from '#domain/nota-fiscal.ts'
import { plural } from '#domain/plural.ts'
import { semNascidosNoMeio } from '#server/clientes/nascidos-no-meio.ts'
import { fixarCalendarioDaSessao } from '#server/configuracao/configuracao.queries.ts'
import { empresaDaPagina } from '#server/configuracao/empresa.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { primeiroContatoDe } from '#server/regua/primeiro-contato.queries.ts'
import type { Servicos } from '#server/servicos.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { type Andamento, comImportacao, type Pedido } from './andamento.actions.ts'
import { Cancelamentos, cancelarNotas } from './cancelamentos.actions.ts'
import { lerAParte } from './leitores/leitura.ts'
import type { ArquivoDeNotas, LoteDeNotas } from './leitores/notas.ts'
import { lotesDe } from './lotes.ts'
import { notasConhecidas, numeroDe } from './notas.queries.ts'
import { RelatorioXml } from './resultado-xml.ts'
import {
  type Conhecido,
  conhecer,
  gravarPlano,
  type NotaNoArquivo,
  nadaConhecido,
  planejar,
} from './xml-lote.actions.ts'

export interface PedidoXml extends Omit<Pedido, 'tipo'> {
  caminho: string
  tamanho: number
  palavra: Palavra
}

/** Brings accounts, and the customers who owe them, from fiscal documents: one XML, or a zip of many. */
export async function importarXml(servicos: Servicos, pedido: PedidoXml): Promise<ResultadoXml> {
  const { caminho, tamanho, arquivo, palavra } = pedido
  const lotes = lerAParte({ que: 'notas', caminho, tamanho, arquivo })
  try {
    const primeiro = await lotes.next() // a zip that cannot be opened is refused before anything begins
    return await comImportacao(servicos, { ...pedido, tipo: 'xml' }, (andamento) =>
      importarArquivos(servicos, andamento, arquivosDe(primeiro, lotes), palavra),
    )
  } finally {
    await lotes.return(undefined)
  }
}

async function* arquivosDe(primeiro: IteratorResult<LoteDeNotas>, lotes: AsyncIterable<LoteDeNotas>) {
  if (primeiro.done) return
  yield* primeiro.value
  for await (const lote of lotes) yield* lote
}

async function importarArquivos(
  servicos: Servicos,
  andamento: Andamento,
  arquivos: AsyncIterable<ArquivoDeNotas>,
  palavra: Palavra,
): Promise<ResultadoXml> {
  const relatorio = new RelatorioXml()
  const cancelamentos = new Cancelamentos()
  const { cnpj } = await empresaDaPagina(servicos.db)
  const notas = await lerNotas(andamento, arquivos, { palavra, cnpj, relatorio, cancelamentos })
  if (relatorio.reconhecidos === 0)
    throw new CamposInvalidos({ arquivo_xml: [relatorio.primeiroErro ?? 'O zip não tem nenhum XML de nota fiscal.'] })
  await juntarSubstituidas(andamento, notas, cancelamentos)
  await gravarNotas(servicos, andamento, notas, cancelamentos, relatorio)
  await cancelarNotas(servicos, andamento, cancelamentos, relatorio)
  relatorio.primeiroContato(await primeiroContatoDe(servicos.db, relatorio.vencimentos, servicos.relogio.agora()))
  const resultado = relatorio.resultado(andamento.id)
  if (!andamento.simular) await registrarImportacao(servicos, andamento, resultado)
  return resultado
}

/** The data needed to judge each document, and the report. */
interface Balanca {
  palavra: Palavra
  /** The company's own, when it said so. */
  cnpj: string | null
  relatorio: RelatorioXml
  cancelamentos: Cancelamentos
}

/**
 * Everything is read before anything is written: what one file cancels is not collected from another, whatever their
 * order in the zip.
 */
async function lerNotas(
  andamento: Andamento,
  arquivos: AsyncIterable<ArquivoDeNotas>,
  balanca: Balanca,
): Promise<NotaNoArquivo[]> {
  const notas: NotaNoArquivo[] = []
  const { relatorio } = balanca
  for await (const arquivo of arquivos) {
    for (const documento of documentosDe(arquivo, relatorio)) {
      relatorio.reconhecidos += 1
      const nota = pesar(arquivo.arquivo, documento, balanca)
      if (nota) notas.push(nota)
    }
    await andamento.progredir({ lidas: relatorio.documentos })
  }
  return notas
}

/** Reads a file; one that cannot be read is a line of the report. */
function documentosDe(lido: ArquivoDeNotas, relatorio: RelatorioXml): DocumentoLido[] {
  if ('documentos' in lido) {
    relatorio.documentos += lido.documentos.length
    return lido.documentos
  }
  relatorio.documentos += 1
  relatorio.errar(lido.arquivo, null, lido.erro)
  return []
}

/** Judges one document as far as possible without the database, adds to the report, and returns the note to be imported. */
function pesar(arquivo: string, documento: DocumentoLido, balanca: Balanca): NotaNoArquivo | null {
  const { relatorio, cancelamentos } = balanca
  if (documento.tipo === 'outro') relatorio.errar(arquivo, null, ESPECIES[documento.especie])
  else if (documento.tipo === 'evento') {
    const evento = decidirEvento(documento)
    if (evento.efeito === 'cancelar') cancelamentos.juntar(arquivo, evento.chave, true)
    else if (evento.efeito === 'nenhum') relatorio.avisar(arquivo, evento.chave, evento.mensagem)
    else relatorio.errar(arquivo, evento.chave, evento.mensagem)
  } else return pesarNota(arquivo, documento, balanca)
  return null
}

function pesarNota(
  arquivo: string,
  lida: NotaLida,
  { palavra, cnpj, relatorio, cancelamentos }: Balanca,
): NotaNoArquivo | null {
  const decisao = lida.tipo === 'nfse' ? decidirNfse(lida, palavra) : decidirNfe(lida, palavra)
  if (decisao.resultado === 'nada_a_cobrar') relatorio.avisar(arquivo, decisao.chave, decisao.mensagem)
  else if (decisao.resultado === 'recusar') {
    relatorio.errar(arquivo, decisao.chave, decisao.mensagem)
    if (decisao.cancelada && decisao.chave) cancelamentos.juntar(arquivo, decisao.chave, false)
  } else if (cnpj !== null && mesmaEmpresa(decisao.cliente.documento, cnpj)) {
    const mensagem = `${decisao.titulo}: o destinatário é a própria empresa (compra ou transferência), é conta a pagar e não a receber.`
    relatorio.errar(arquivo, decisao.nota.chave, mensagem)
  } else {
    return { arquivo, decisao }
  }
  return null
}

/** What a note takes the place of is cancelled, unless that note waits for a word or will be refused for another's number. */
async function juntarSubstituidas(
  { conexao }: Andamento,
  notas: readonly NotaNoArquivo[],
  cancelamentos: Cancelamentos,
): Promise<void> {
  const prontas = notas.filter(({ decisao }) => decisao.pendencias.length === 0)
  const identidades = prontas.filter(({ decisao }) => decisao.substitui).map(({ decisao }) => decisao.nota)
  if (identidades.length === 0) return
  const { numeros } = await emTransacao(conexao, (trx) => notasConhecidas(trx, identidades))
  for (const { arquivo, decisao } of prontas) {
    const { nota, substitui } = decisao
    const numero = numeroDe(nota)
    if (numeros.has(numero) && numeros.get(numero) !== nota.chave) continue
    if (!cancelamentos.porChave.has(nota.chave)) numeros.set(numero, nota.chave)
    if (substitui) cancelamentos.juntar(arquivo, substitui, false)
  }
}

/** Writes the notes a batch at a time; while simulating it only weighs them. */
async function gravarNotas(
  servicos: Servicos,
  andamento: Andamento,
  notas: readonly NotaNoArquivo[],
  { porChave }: Cancelamentos,
  relatorio: RelatorioXml,
): Promise<void> {
  const calendario = await fixarCalendarioDaSessao(andamento.conexao)
  const desteEnvio = new Set<string>()
  const simulado: Conhecido = nadaConhecido(desteEnvio)
  const gravar = async (trx: Trx, lote: readonly NotaNoArquivo[]) => {
    const conhecido = andamento.simular ? simulado : nadaConhecido(desteEnvio)
    if (!andamento.simular) await exigirUsuarioAtivo(trx, andamento.usuarioId)
    await conhecer(trx, lote, conhecido, { travar: !andamento.simular, usuarioId: andamento.usuarioId })
    for (const { decisao } of lote) if (porChave.has(decisao.nota.chave)) conhecido.canceladas.add(decisao.nota.chave)
    const dito = new RelatorioXml()
    const plano = planejar(lote, conhecido, dito)
    if (andamento.simular) return dito
    const { chaveSecreta, relogio } = servicos
    await gravarPlano(trx, plano, conhecido, { andamento, agora: relogio.agora(), chaveSecreta, calendario })
    return dito
  }
  let gravadas = 0
  for (const lote of lotesDe(notas, ({ decisao }) => decisao.contas.length)) {
    relatorio.juntar(await semNascidosNoMeio(() => emTransacao(andamento.conexao, (trx) => gravar(trx, lote))))
    gravadas += lote.length
    if (!andamento.simular) await andamento.progredir({ gravadas })
  }
  await andamento.progredir({ lidas: relatorio.documentos, gravadas: andamento.simular ? 0 : relatorio.documentos })
}

const registrarImportacao = (servicos: Servicos, andamento: Andamento, resultado: ResultadoXml) =>
  registrar(servicos.db, {
    agora: servicos.relogio.agora(),
    usuarioId: andamento.usuarioId,
    ip: andamento.ip,
    acao: 'importacao.importar',
    descricao: `Notas importadas: ${plural(resultado.documentos, 'documento', 'documentos')}, ${plural(resultado.contas_criadas, 'conta criada', 'contas criadas')}, ${plural(resultado.clientes_criados, 'cliente novo', 'clientes novos')}.`,
    entidade: 'importacao',
    entidadeId: andamento.id,
    dados: {
      documentos: resultado.documentos,
      contas_criadas: resultado.contas_criadas,
      contas_atualizadas: resultado.contas_atualizadas,
      clientes_criados: resultado.clientes_criados,
      pendencias: resultado.pendencias.length,
      erros: resultado.erros.length,
    },
  })
