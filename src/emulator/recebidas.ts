import { DIA_MS } from '#domain/data.ts'
import { eventoDeMensagem, eventoDePreferencia, eventosDeTroca, midiaEmJson } from './eventos.ts'
import { type Aparelho, type MensagemEmulada, type MidiaEmulada, novoWamid, waId } from './mundo.ts'
import type { Nucleo } from './nucleo.ts'

/** What the customer does on the phone. */
export type Acao =
  | { tipo: 'texto'; texto: string }
  /** A tap on a button of this message: a template's quick reply, or a reply or row of an interactive one. */
  | { tipo: 'botao'; wamid: string; botao: string }
  | { tipo: 'reacao'; wamid: string; emoji: string }
  | { tipo: 'midia'; mime: string; nome?: string | undefined; legenda?: string | undefined; bytes: Buffer }
  | { tipo: 'lugar'; latitude: number; longitude: number; nome?: string | undefined; endereco?: string | undefined }
  | { tipo: 'contato'; nome: string; telefone: string }
  /** To a message of the customer's own. */
  | { tipo: 'edicao'; wamid: string; texto: string }
  | { tipo: 'apagamento'; wamid: string }

/** An action in the terms of Meta's JSON; `conteudo` stands there under the name of `tipo`. */
interface Traducao {
  tipo: string
  texto: string
  conteudo: object
  citada?: string
  midia?: MidiaEmulada
}

interface Circunstancias {
  /** The wamid replied to. */
  cita?: string | undefined
  /** When it was written, if not now: Meta's own timestamps may be late. */
  quando?: Date | undefined
}

/** An action that cannot be done on this phone, with the sentence for whoever tried. */
export class AcaoImpossivel extends Error {}

/** The customers' side: writes on the phone, opens the window, and tells the application. */
export class Recebidas {
  recebidas = 0
  readonly #n: Nucleo

  constructor(nucleo: Nucleo) {
    this.#n = nucleo
  }

  /** Does the action on this phone; returns the new message (for a reaction, the one marked). */
  async receber(telefone: string, acao: Acao, { cita, quando }: Circunstancias = {}): Promise<MensagemEmulada> {
    const aparelho = this.#n.mundo.obter(telefone)
    if (aparelho.ajustes.bloqueou)
      throw new AcaoImpossivel('Este cliente bloqueou a empresa: desbloqueie antes de escrever.')
    if (this.#n.empresa.bloqueados.has(aparelho.id))
      throw new AcaoImpossivel('A empresa bloqueou este cliente: o que ele escreve não chega.')
    await this.#saberNome(aparelho)
    const instante = quando ?? this.#n.agora()
    const { mensagem, conteudo } = this.#montar(aparelho, acao, cita ?? null, instante)
    if (acao.tipo === 'reacao') return this.#reagir(aparelho, acao, mensagem, conteudo)
    if (acao.tipo === 'edicao' || acao.tipo === 'apagamento') return this.#mudar(aparelho, acao, mensagem, conteudo)
    aparelho.janelaAte = Math.max(aparelho.janelaAte, instante.getTime() + DIA_MS)
    this.#n.mundo.escrever(aparelho, mensagem)
    this.#contar(aparelho, mensagem, conteudo)
    return mensagem
  }

  /** Marketing switched off or on in WhatsApp's own settings. */
  preferir(telefone: string, querMarketing: boolean): Aparelho {
    const aparelho = this.#n.mundo.obter(telefone)
    aparelho.querMarketing = querMarketing
    this.#n.entregador.emitir(eventoDePreferencia(this.#n.formato, aparelho, this.#n.agora()))
    this.#n.mudou(aparelho.id)
    return aparelho
  }

  /** The customer changes number: WhatsApp reports it, and the old number leaves WhatsApp. */
  trocarNumero(telefone: string, novo: string): Aparelho {
    const { mundo, entregador, formato, agora, mudou } = this.#n
    const aparelho = mundo.procurar(telefone)
    if (!aparelho) throw new AcaoImpossivel('Este aparelho ainda não tem conversa com a empresa.')
    if (mundo.procurar(novo)) throw new AcaoImpossivel('Já existe um aparelho com o número novo.')
    const antigo = { ...aparelho }
    mundo.mudarDeNumero(aparelho, novo)
    mundo.obter(antigo.telefone).ajustes.resposta = { tipo: 'falha', codigo: 131026 }
    for (const evento of eventosDeTroca(formato, antigo, aparelho, agora())) entregador.emitir(evento)
    mudou(null)
    return aparelho
  }

  /** A customer edits or deletes a message of their own; the window does not move. */
  #mudar(aparelho: Aparelho, acao: Acao & { wamid: string }, mensagem: MensagemEmulada, conteudo: object) {
    const alvo = this.#alvo(aparelho, acao.wamid)
    if (alvo.direcao !== 'cliente') throw new AcaoImpossivel('Só se muda a própria mensagem.')
    if (alvo.mudada === 'apagada') throw new AcaoImpossivel('Esta mensagem já foi apagada.')
    if (acao.tipo === 'edicao' && alvo.tipo !== 'text') throw new AcaoImpossivel('Só um texto pode ser editado.')
    alvo.texto = acao.tipo === 'edicao' ? acao.texto : ''
    alvo.mudada = acao.tipo === 'edicao' ? 'editada' : 'apagada'
    this.#contar(aparelho, mensagem, conteudo)
    return alvo
  }

  #reagir(aparelho: Aparelho, acao: Acao & { tipo: 'reacao' }, mensagem: MensagemEmulada, conteudo: object) {
    const alvo = this.#alvo(aparelho, acao.wamid)
    alvo.reacao = acao.emoji || null
    this.#contar(aparelho, mensagem, conteudo)
    return alvo
  }

  #contar(aparelho: Aparelho, mensagem: MensagemEmulada, conteudo: object): void {
    this.recebidas++
    const evento = eventoDeMensagem(this.#n.formato, aparelho, mensagem, conteudo)
    this.#n.entregador.emitir(evento, aparelho.ajustes.atrasoWebhookMs)
    this.#n.mudou(aparelho.id)
  }

  #montar(aparelho: Aparelho, acao: Acao, cita: string | null, instante: Date) {
    const { tipo, texto, conteudo, citada, midia } = this.#traduzir(aparelho, acao, cita)
    const mensagem: MensagemEmulada = {
      wamid: novoWamid(waId(aparelho), 'cliente'),
      direcao: 'cliente',
      tipo,
      texto,
      quando: instante.toISOString(),
      status: 'delivered',
      erro: null,
      referencia: null,
      numero: this.#n.conta.phoneNumberId,
      cita: citada ?? cita,
      botoes: [],
      midia: midia ?? null,
      reacao: null,
      modelo: null,
      categoria: 'service',
    }
    return { mensagem, conteudo }
  }

  /** From the action to the terms of Meta's JSON. */
  #traduzir(aparelho: Aparelho, acao: Acao, cita: string | null): Traducao {
    switch (acao.tipo) {
      case 'texto':
        return { tipo: 'text', texto: acao.texto, conteudo: { body: acao.texto } }
      case 'reacao':
        this.#alvo(aparelho, acao.wamid)
        return {
          tipo: 'reaction',
          texto: acao.emoji,
          conteudo: { message_id: acao.wamid, ...(acao.emoji ? { emoji: acao.emoji } : {}) },
        }
      case 'botao':
        return this.#toque(aparelho, acao)
      case 'midia':
        return this.#arquivo(acao)
      case 'lugar':
        return lugarEmJson(acao)
      case 'contato':
        return contatoEmJson(acao, cita !== null && this.#n.mundo.mensagem(cita)?.mensagem.pede === 'contato')
      case 'edicao': {
        const message = { type: 'text', text: { body: acao.texto } }
        return { tipo: 'edit', texto: acao.texto, conteudo: { original_message_id: acao.wamid, message } }
      }
      case 'apagamento':
        return { tipo: 'revoke', texto: '', conteudo: { original_message_id: acao.wamid } }
    }
  }

  #toque(aparelho: Aparelho, { wamid, botao }: Acao & { tipo: 'botao' }) {
    const alvo = this.#alvo(aparelho, wamid)
    const tocado = alvo.botoes.find(({ texto, id }) => texto === botao || id === botao)
    if (!tocado) throw new AcaoImpossivel('Esta mensagem não tem esse botão.')
    const { texto, id, linha } = tocado
    if (alvo.tipo === 'template') {
      return { tipo: 'button', texto, conteudo: { payload: id ?? texto, text: texto }, citada: wamid }
    }
    const resposta = { id, title: texto }
    const conteudo =
      linha === undefined
        ? { type: 'button_reply', button_reply: resposta }
        : { type: 'list_reply', list_reply: { ...resposta, ...(linha ? { description: linha } : {}) } }
    return { tipo: 'interactive', texto, conteudo, citada: wamid }
  }

  #arquivo({ mime, nome, legenda = '', bytes }: Acao & { tipo: 'midia' }) {
    const familia = mime.split('/')[0]!
    const tipo = familia === 'image' || familia === 'audio' || familia === 'video' ? familia : 'document'
    const midia = this.#n.midias.guardar(mime, tipo === 'document' ? (nome ?? 'documento') : null, bytes)
    const base = this.#n.opcoes.urlBase
    const url = base === undefined ? null : `${base}/midia/${this.#n.midias.enderecar(midia.id)}`
    const conteudo = {
      ...midiaEmJson(midia, midia.sha256.toString('base64'), url, tipo === 'audio' ? '' : legenda),
      ...(tipo === 'audio' ? { voice: true } : {}),
    }
    return { tipo, texto: legenda, conteudo, midia: { id: midia.id, mime, nome: midia.nome } }
  }

  #alvo(aparelho: Aparelho, wamid: string): MensagemEmulada {
    const achada = this.#n.mundo.mensagem(wamid)
    if (achada?.aparelho !== aparelho) throw new AcaoImpossivel('Esta mensagem não está neste aparelho.')
    return achada.mensagem
  }

  async #saberNome(aparelho: Aparelho): Promise<void> {
    if (aparelho.nome !== null || !this.#n.opcoes.nomes) return
    const nomes = await this.#n.opcoes.nomes([aparelho.telefone])
    aparelho.nome = nomes.get(aparelho.telefone) ?? null
  }
}

function lugarEmJson({ latitude, longitude, nome, endereco }: Acao & { tipo: 'lugar' }): Traducao {
  const conteudo = { latitude, longitude, ...(nome ? { name: nome } : {}), ...(endereco ? { address: endereco } : {}) }
  return { tipo: 'location', texto: nome ?? `${latitude}, ${longitude}`, conteudo }
}

function contatoEmJson({ nome, telefone }: Acao & { tipo: 'contato' }, pedido: boolean): Traducao {
  const digitos = telefone.replace(/\D/g, '')
  const conteudo = [
    {
      name: { formatted_name: nome, first_name: nome.split(' ')[0] },
      phones: [{ phone: `+${digitos}`, wa_id: digitos, type: 'CELL' }],
      origin: pedido ? 'contact_request' : 'other',
    },
  ]
  return { tipo: 'contacts', texto: nome, conteudo }
}
