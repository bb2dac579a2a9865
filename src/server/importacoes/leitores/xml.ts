import { SaxesParser } from 'saxes'
import { type Campos, cancela, type DocumentoLido, decidirEvento, type EventoLido } from '#domain/documento-fiscal.ts'
import { decodificarXml } from '#server/leitura/codificacao.ts'
import { ArquivoIlegivel } from '#server/leitura/erros.ts'
import { CANCELADA, Coletor, type Leitura } from './coletor-xml.ts'
import { LIMITES } from './limites.ts'

/** Fed to the parser at once, so that what has no end is seen before its end. */
const PEDACO = 65_536
const NAO_E_NOTA = 'Não é o XML de uma nota fiscal. Peça ao emissor o arquivo XML da nota.'

/**
 * Reads the fiscal documents of one XML file, whatever wraps them, by namespace and local name. Only the paths
 * that receivables need are kept. A DOCTYPE is refused: a note has none, and it can only do harm.
 */
export function lerXml(bytes: Buffer): DocumentoLido[] {
  const texto = decodificarXml(bytes)
    .replace(/^\ufeff/, '')
    .trimStart()
  if (!texto.startsWith('<')) throw new ArquivoIlegivel(NAO_E_NOTA)
  const leitura = analisar(texto)
  const documentos = documentosDe(leitura)
  // Some web services deliver the note as text inside their envelope: one level is opened.
  if (documentos.length === 0 && leitura.embrulhado) return documentosDe(analisar(leitura.embrulhado))
  if (documentos.length === 0) throw new ArquivoIlegivel(NAO_E_NOTA)
  return documentos
}

function analisar(texto: string): Leitura {
  const listas = { notas: [], protocolos: [], consultas: [], eventos: [] }
  const leitura: Leitura = { raiz: '', ...listas, especie: null, embrulhado: null }
  const parser = new SaxesParser({ xmlns: true })
  const coletor = new Coletor(leitura)
  parser.on('error', () => {
    throw new ArquivoIlegivel(
      `O XML está malformado perto da linha ${parser.line}. Peça ao emissor o arquivo original, sem edição.`,
    )
  })
  parser.on('doctype', () => {
    throw new ArquivoIlegivel('O arquivo traz um DOCTYPE, que nota fiscal nenhuma tem: recusado por segurança.')
  })
  // No more handlers than these: with one more V8 keeps the parser as a dictionary, and it reads at a third of the speed.
  parser.on('opentag', (tag) => coletor.abrir(tag))
  parser.on('closetag', () => coletor.fechar())
  parser.on('text', (trecho) => coletor.texto(trecho))
  parser.on('cdata', (trecho) => coletor.texto(trecho))
  alimentar(parser, texto, coletor)
  return leitura
}

function alimentar(parser: SaxesParser<{ xmlns: true }>, texto: string, coletor: Coletor) {
  let desde = 0
  let elementos = 0
  for (let i = 0; i < texto.length; i += PEDACO) {
    parser.write(texto.slice(i, i + PEDACO))
    if (coletor.elementos !== elementos) desde = i
    elementos = coletor.elementos
    if (i - desde > LIMITES.caracteresPorParte)
      throw new ArquivoIlegivel('O XML tem um texto ou um elemento grande demais para ser de uma nota fiscal.')
  }
  parser.close()
}

/** What the file holds, with each protocol and each cancellation given to its own note. */
function documentosDe(leitura: Leitura): DocumentoLido[] {
  const { raiz, notas, protocolos, especie } = leitura
  const eventos = [...leitura.eventos, ...ditasCanceladas(leitura)]
  const daChave = new Map<string | undefined, Campos>()
  for (const protocolo of protocolos) if (!daChave.has(protocolo.chNFe)) daChave.set(protocolo.chNFe, protocolo)
  const canceladas = new Set(eventos.filter(cancela).map(({ campos }) => campos.chNFe))
  const chaves = new Set<string>()
  for (const nota of notas) {
    const chave = nota.id.replace(/^NF[eS]/, '')
    nota.protocolo = daChave.get(chave) ?? (notas.length === 1 ? (protocolos[0] ?? null) : null)
    if (canceladas.has(chave)) nota.campos.cancelada = '1'
    chaves.add(chave)
  }
  // The note itself tells of its cancellation; that its customer does not know of it, say, has to be told apart.
  const avulsos = eventos.filter(
    (evento) => !chaves.has(evento.campos.chNFe ?? '') || decidirEvento(evento).efeito === 'nenhum',
  )
  if (raiz === 'retEvento' || raiz === 'retEnvEvento') return [{ tipo: 'outro', especie: 'resposta_evento' }]
  if (notas.length > 0 || avulsos.length > 0) return [...notas, ...avulsos]
  return especie ? [{ tipo: 'outro', especie }] : []
}

/** Cancellations that the tax authority tells of without their event: its protocol goes on saying that the note was authorised. */
function ditasCanceladas({ notas, consultas, protocolos, eventos }: Leitura): EventoLido[] {
  const sabidas = new Set(eventos.filter(cancela).map(({ campos }) => campos.chNFe))
  const ditas = new Map<string | undefined, EventoLido>()
  for (const campos of [...consultas, ...(notas.length === 0 ? protocolos : [])])
    if (CANCELADA.includes(campos.cStat ?? '') && !sabidas.has(campos.chNFe))
      ditas.set(campos.chNFe, { tipo: 'evento', campos: { ...campos, tpEvento: '110111' } })
  return [...ditas.values()]
}
