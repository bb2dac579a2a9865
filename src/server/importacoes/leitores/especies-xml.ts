import type { SaxesTagNS } from 'saxes'
import type { Especie } from '#domain/documento-fiscal.ts'

const POR_ESPACO: [RegExp, Especie][] = [
  [/\/cte\/?$/, 'cte'],
  [/\/mdfe\/?$/, 'mdfe'],
  [/\/nfcom\/?$/, 'nfcom'],
  [/\/nf3e\/?$/, 'nf3e'],
  [/\/bpe\/?$/, 'bpe'],
  [/prefeitura\.sp\.gov\.br/, 'paulistana'],
]
const POR_NOME: Record<string, Especie> = {
  infCte: 'cte',
  infMDFe: 'mdfe',
  CFe: 'sat',
  infCFe: 'sat',
  resNFe: 'resumo',
  resEvento: 'resumo',
  retEnviNFe: 'resposta',
  retConsReciNFe: 'resposta',
  retConsSitNFe: 'resposta',
  protNFe: 'resposta',
  inutNFe: 'inutilizacao',
  ProcInutNFe: 'inutilizacao',
  procInutNFe: 'inutilizacao',
  retInutNFe: 'inutilizacao',
  envEvento: 'pedido_evento',
  pedRegEvento: 'pedido_evento',
  DPS: 'dps',
  InfNfse: 'abrasf',
  CompNfse: 'abrasf',
  // Inside a note they come after its own element.
  InfRps: 'rps',
  InfDeclaracaoPrestacaoServico: 'rps',
  ChaveNFe: 'paulistana',
  procCancNFe: 'cancelamento_antigo',
  cancNFe: 'cancelamento_antigo',
  retCancNFe: 'cancelamento_antigo',
}

/** No namespace of a fiscal document is longer; each element asks again. */
const MAIOR_ESPACO = 200

/** What an element says of its file, when it is no note: by its namespace, else by its name. */
export const especieDe = (tag: SaxesTagNS): Especie | null =>
  POR_ESPACO.find(([espaco]) => tag.uri.length <= MAIOR_ESPACO && espaco.test(tag.uri))?.[1] ??
  (Object.hasOwn(POR_NOME, tag.local) ? POR_NOME[tag.local]! : null)
