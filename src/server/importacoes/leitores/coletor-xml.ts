import type { SaxesAttributeNS, SaxesTagNS } from 'saxes'
import { comMilhares } from '#domain/dinheiro.ts'
import type { Campos, Especie, EventoLido, NotaLida } from '#domain/documento-fiscal.ts'
import { cortar, limparTexto } from '#domain/texto.ts'
import { ArquivoIlegivel } from '#server/leitura/erros.ts'
import { especieDe } from './especies-xml.ts'
import { LIMITES } from './limites.ts'
import { REGIOES, type Regiao } from './regioes-xml.ts'

const PROFUNDIDADE_MAXIMA = 100
/** The answer to a query of a note's situation, and what it says of its own besides protocols and events. */
const CONSULTA = 'retConsSitNFe'
const DA_CONSULTA: readonly string[] = ['tpAmb', 'chNFe', 'cStat']
/** Cancelled, in time or late. */
export const CANCELADA: readonly string[] = ['101', '151', '155']
export interface Leitura {
  raiz: string
  notas: NotaLida[]
  protocolos: Campos[]
  consultas: Campos[]
  eventos: EventoLido[]
  especie: Especie | null
  embrulhado: string | null
}

interface Aberto {
  local: string
  /** Path inside the region, or null outside of what is kept. */
  caminho: string | null
}

/** Walks the elements and keeps the leaves that a region wants. */
export class Coletor {
  readonly #leitura: Leitura
  readonly #pilha: Aberto[] = []
  #regiao: { regra: Regiao; profundidade: number; campos: Campos; nota: NotaLida | null } | null = null
  #lista: Campos | null = null
  #texto = ''
  /** Events that no answer has completed yet, the latest last. */
  readonly #semResposta: EventoLido[] = []
  elementos = 0

  constructor(leitura: Leitura) {
    this.#leitura = leitura
  }

  abrir(tag: SaxesTagNS) {
    if (this.#pilha.length >= PROFUNDIDADE_MAXIMA) throw new ArquivoIlegivel('O XML tem elementos aninhados demais.')
    this.#contar(tag)
    this.#texto = ''
    if (this.#pilha.length === 0) this.#leitura.raiz = tag.local
    this.#leitura.especie ??= especieDe(tag)
    if (tag.local === CONSULTA) this.#leitura.consultas.push({})
    this.#pilha.push({ local: tag.local, caminho: this.#regiao ? this.#dentro(tag.local) : this.#comecar(tag) })
  }

  #contar({ attributes }: SaxesTagNS) {
    this.elementos += 1
    if (this.elementos > LIMITES.elementosPorArquivo)
      throw new ArquivoIlegivel(`O XML tem mais de ${comMilhares(LIMITES.elementosPorArquivo)} elementos. Divida-o.`)
    let quantos = 0
    for (const nome in attributes) {
      quantos += 1
      if (quantos > LIMITES.atributosPorElemento || attributes[nome]!.value.length > LIMITES.caracteresPorAtributo)
        throw new ArquivoIlegivel('O XML tem um elemento com atributos demais, ou longos demais, para ser de uma nota.')
    }
  }

  fechar() {
    const aberto = this.#pilha.pop()
    const regiao = this.#regiao
    if (!aberto || !regiao) return this.#foraDeRegiao(aberto?.local ?? '')
    if (aberto.caminho) this.#guardar(aberto.caminho, cortar(limparTexto(cortar(this.#texto, 20_000)), 5000))
    this.#texto = ''
    if (this.#pilha.length === regiao.profundidade) this.#terminar()
  }

  texto(trecho: string) {
    this.#texto += trecho
  }

  /** Opens a region (a note, a protocol, an event) where its element begins. */
  #comecar(tag: SaxesTagNS): string | null {
    const regra = REGIOES[tag.local]
    if (!regra?.espaco.test(tag.uri)) return null
    const id = (tag.attributes.Id as SaxesAttributeNS | undefined)?.value.trim() ?? ''
    const campos: Campos = {}
    const nota: NotaLida | null = regra.nota
      ? { tipo: regra.nota, id, campos, duplicatas: [], pagamentos: [], referencias: [], protocolo: null }
      : null
    this.#regiao = { regra, profundidade: this.#pilha.length, campos, nota }
    return ''
  }

  #dentro(local: string): string | null {
    const { regra, nota, campos } = this.#regiao!
    const pai = this.#pilha.at(-1)!.caminho
    if (pai === null) return null
    const caminho = pai === '' ? local : `${pai}/${local}`
    if (regra.marcas?.test(caminho)) campos.tpEvento ??= local
    if (!regra.caminhos.has(caminho)) return null
    const lista = regra.listas?.[caminho]
    if (lista && nota) {
      this.#lista = {}
      nota[lista].push(this.#lista)
      if (nota[lista].length > LIMITES.itensPorLista)
        throw new ArquivoIlegivel(`Uma nota do XML tem mais de ${comMilhares(LIMITES.itensPorLista)} ${lista}.`)
    }
    return caminho
  }

  #guardar(caminho: string, valor: string) {
    const { regra, campos } = this.#regiao!
    const listaAberta = regra.listas && Object.keys(regra.listas).find((lista) => caminho.startsWith(lista))
    if (listaAberta === caminho) this.#lista = null
    else if (listaAberta && this.#lista && valor !== '')
      this.#lista[caminho.slice(listaAberta.length + 1)] ??= cortar(valor, 100)
    else if (caminho === 'ide/NFref/refNFe') this.#referir(valor)
    else if (valor !== '' || caminho === 'dest/idEstrangeiro') campos[caminho] ??= valor
  }

  /** The layout takes 500. */
  #referir(chave: string) {
    const referencias = this.#regiao!.nota?.referencias
    if (referencias && referencias.length < 500) referencias.push(cortar(chave, 100))
  }

  #terminar() {
    const { regra, campos, nota } = this.#regiao!
    const { notas, protocolos, consultas, eventos } = this.#leitura
    if (notas.length + protocolos.length + consultas.length + eventos.length >= LIMITES.documentosPorArquivo)
      throw new ArquivoIlegivel(
        `O XML tem mais de ${comMilhares(LIMITES.documentosPorArquivo)} notas e eventos. Divida-o, ou envie um .zip de vários.`,
      )
    this.#regiao = null
    if (nota) this.#leitura.notas.push(nota)
    else if (regra.protocolo) this.#guardarProtocolo(campos)
    else this.#guardarEvento(campos)
  }

  /** Old layouts of a query's answer have the key in the protocol alone. */
  #guardarProtocolo(campos: Campos) {
    this.#leitura.protocolos.push(campos)
    if (this.#pilha.at(-2)?.local === CONSULTA) this.#consultar('chNFe', campos.chNFe ?? '')
  }

  /** The answer of the tax authority completes the request before it, or stands for the event by itself. */
  #guardarEvento(lido: Campos) {
    const campos = deNfse(lido)
    const resposta = this.#pilha.at(-1)?.local === 'retEvento'
    const pedido = resposta ? this.#semResposta.at(-1) : undefined
    if (pedido && (pedido.campos.chNFe === campos.chNFe || !campos.chNFe)) {
      pedido.campos.cStat = campos.cStat ?? ''
      if (campos.cStat) this.#semResposta.pop()
      return
    }
    const evento: EventoLido = { tipo: 'evento', campos }
    this.#leitura.eventos.push(evento)
    if (!campos.cStat) this.#semResposta.push(evento)
  }

  #foraDeRegiao(local: string) {
    if (DA_CONSULTA.includes(local) && this.#naConsulta()) this.#consultar(local, cortar(this.#texto.trim(), 100))
    else this.#guardarEmbrulho()
  }

  #naConsulta(): boolean {
    const ancestrais = this.#pilha.slice(-3).map((um) => um.local)
    return ancestrais.at(-1) === CONSULTA || ancestrais.join('/') === `${CONSULTA}/retCancNFe/infCanc`
  }

  /** The first word stands, but a cancellation outweighs any other. */
  #consultar(nome: string, valor: string) {
    const consulta = this.#leitura.consultas.at(-1)!
    if (!consulta[nome] || CANCELADA.includes(valor)) consulta[nome] = valor
  }

  #guardarEmbrulho() {
    const texto = this.#texto.trim()
    if (texto.startsWith('<') && texto.length > 100) this.#leitura.embrulhado ??= texto
    this.#texto = ''
  }
}

/** A national NFS-e event that has been registered carries its request inside and no status: being there is the proof. */
function deNfse(campos: Campos): Campos {
  const chave = campos['pedRegEvento/infPedReg/chNFSe']
  if (!chave) return campos
  const tpAmb = campos['pedRegEvento/infPedReg/tpAmb']
  return {
    chNFe: chave,
    cStat: '135',
    ...(tpAmb ? { tpAmb } : {}),
    ...(campos.tpEvento ? { tpEvento: campos.tpEvento } : {}),
  }
}
