import { NIVEIS } from './conta.ts'
import { type Conteudo, lerConteudo, Pedido } from './conteudo.ts'
import { RecusaGraph } from './erros.ts'
import { type Comportamento, comportamentoDe } from './especiais.ts'
import { eventoDeStatus } from './eventos.ts'
import { Alcance, parLivre, Vazao } from './limites.ts'
import { type Aparelho, type MensagemEmulada, novoWamid, type StatusEnvio, waId } from './mundo.ts'
import type { Nucleo } from './nucleo.ts'
import { lerCorpo } from './pedido.ts'
import type { Personagens } from './personagens.ts'

/** A send Meta accepted: what a test compares with what the application believes. */
export interface RegistroEnvio {
  wamid: string
  telefone: string
  tipo: string
  modelo: string | null
  texto: string
  referencia: string | null
  quando: string
}

export interface Aceite {
  resposta: object
  comportamento: Comportamento | null
}

const ORDEM: Record<StatusEnvio, number> = { aceita: 0, sent: 1, failed: 2, delivered: 3, read: 4, played: 5 }

/** Accepts or refuses the company's messages as Meta does, and plays their statuses out. */
export class Envios {
  readonly aceitos: RegistroEnvio[] = []
  aceitas = 0
  recusadas = 0
  readonly #n: Nucleo
  readonly #personagens: Personagens
  readonly #vazao: Vazao
  readonly #alcance = new Alcance()
  /** What was accepted and held, by template. */
  readonly #retidas = new Map<string, Retida[]>()
  readonly #guardar: number

  constructor(nucleo: Nucleo, personagens: Personagens) {
    this.#n = nucleo
    this.#personagens = personagens
    this.#vazao = new Vazao(nucleo.agendador)
    this.#guardar = nucleo.opcoes.limites?.envios ?? 10_000
  }

  /** Accepts or throws a refusal. Order of the checks: body, account, throughput, pair, template. */
  aceitar(corpo: unknown): Aceite {
    try {
      return this.#aceitar(corpo)
    } catch (recusa) {
      this.recusadas++
      throw recusa
    }
  }

  #aceitar(corpo: unknown): Aceite {
    const pedido = lerCorpo(Pedido, corpo)
    const aparelho = this.#destinatario(pedido)
    this.conferirConta()
    if (!this.#vazao.cabe(this.#n.cenario.vazaoPorSegundo)) throw new RecusaGraph(130429)
    const comportamento = this.#comportamento(aparelho)
    // Meta documents that this is an error, but not its code.
    if (this.#n.empresa.bloqueados.has(aparelho.id)) throw new RecusaGraph(131026)
    if (comportamento?.tipo === 'recusa') throw new RecusaGraph(comportamento.codigo)
    const conteudo = lerConteudo(pedido, { modelos: this.#n.modelos, midia: (id) => this.#n.midias.ficha(id) })
    if (comportamento?.tipo === 'corta') return { resposta: {}, comportamento }
    if (!parLivre(aparelho, this.#n.agendador.agoraMs())) throw new RecusaGraph(131056)
    const agora = this.#n.agora().getTime()
    const semJanela = aparelho.janelaAte <= agora
    // Meta does not say which code marks the portfolio's limit; this is the one of numbers held back.
    const teto = NIVEIS[this.#n.cenario.nivel]
    if (semJanela && !conteudo.livre && !this.#alcance.cabe(aparelho.id, teto, agora)) throw new RecusaGraph(131048)
    const foraDaJanela = conteudo.livre && semJanela
    if (foraDaJanela && this.#n.opcoes.janelaFechada === 'na_hora') throw new RecusaGraph(131047)
    const mensagem = this.#gravar(aparelho, pedido, conteudo)
    const retida = { aparelho, mensagem, falha: this.#falhaPrevista(aparelho, mensagem, comportamento, foraDaJanela) }
    if (conteudo.retidaPor === null) this.#viver(aparelho, mensagem, retida.falha)
    else this.#retidas.set(conteudo.retidaPor, [...(this.#retidas.get(conteudo.retidaPor) ?? []), retida])
    return { resposta: respostaDe(pedido, aparelho, mensagem, conteudo.retidaPor !== null), comportamento }
  }

  /** The account's state at Meta's side; a payment problem shows only later, in a status. */
  conferirConta(): void {
    const { situacao } = this.#n.cenario
    if (situacao !== 'normal' && situacao !== 131042 && situacao !== 190) throw new RecusaGraph(situacao)
  }

  /** Sends on the messages held for this template or, with a code, fails them. */
  soltar(modelo: string, falha: number | null = null): void {
    const retidas = this.#retidas.get(modelo) ?? []
    this.#retidas.delete(modelo)
    for (const { aparelho, mensagem, falha: prevista } of retidas) this.#viver(aparelho, mensagem, falha ?? prevista)
  }

  lerTudo(aparelho: Aparelho): void {
    aparelho.naoLidas = 0
    for (const mensagem of aparelho.mensagens) {
      if (mensagem.direcao === 'empresa' && mensagem.status === 'delivered') this.#ler(aparelho, mensagem)
    }
    this.#n.mudou(aparelho.id)
  }

  /** The phone is on the network again. */
  entregarRetidas(aparelho: Aparelho): void {
    for (const mensagem of aparelho.mensagens) {
      if (mensagem.direcao === 'empresa' && mensagem.status === 'sent' && mensagem.tipo !== 'reaction') {
        this.#entregar(aparelho, mensagem)
      }
    }
  }

  /** After a restart, resumes what was under way. */
  retomar(aparelho: Aparelho): void {
    for (const mensagem of aparelho.mensagens) {
      if (mensagem.direcao !== 'empresa') continue
      if (mensagem.status === 'aceita') this.#viver(aparelho, mensagem, mensagem.erro)
      else if (mensagem.status === 'sent' && aparelho.ajustes.entrega) this.#entregar(aparelho, mensagem)
    }
  }

  #destinatario({ to, recipient }: Pedido): Aparelho {
    const { mundo, conta } = this.#n
    if (to !== undefined) {
      const limpo = to.replace(/[\s()+-]/g, '')
      if (!/^\d{8,15}$/.test(limpo)) throw new RecusaGraph(131009, { detalhe: 'Invalid phone number' })
      // Without "+" Meta may put the business's own country in front.
      const digitos = to.trim().startsWith('+') || limpo.length > 11 ? limpo : `55${limpo}`
      if (digitos === conta.numero) throw new RecusaGraph(131021)
      return mundo.obter(`+${digitos}`)
    }
    if (recipient === undefined) throw new RecusaGraph(131008, { detalhe: 'The parameter to is required.' })
    const aparelho = mundo.porBsuid(recipient)
    if (!aparelho) throw new RecusaGraph(131009, { detalhe: 'Invalid recipient' })
    return aparelho
  }

  #comportamento(aparelho: Aparelho): Comportamento | null {
    const { resposta } = aparelho.ajustes
    if (resposta === null) return comportamentoDe(aparelho.telefone)
    return resposta.tipo === 'aceita' ? null : resposta
  }

  /** The code this message will fail with, known at once and told later. */
  #falhaPrevista(
    aparelho: Aparelho,
    mensagem: MensagemEmulada,
    comportamento: Comportamento | null,
    foraDaJanela: boolean,
  ): number | null {
    if (comportamento?.tipo === 'falha') return comportamento.codigo
    if (this.#n.cenario.situacao === 131042) return 131042
    if (foraDaJanela) return 131047
    if (mensagem.categoria === 'marketing' && !aparelho.querMarketing) return 131050
    return null
  }

  #gravar(aparelho: Aparelho, pedido: Pedido, conteudo: Conteudo): MensagemEmulada {
    const mensagem: MensagemEmulada = {
      wamid: novoWamid(waId(aparelho), 'empresa'),
      direcao: 'empresa',
      tipo: pedido.type,
      texto: conteudo.texto,
      quando: this.#n.agora().toISOString(),
      status: 'aceita',
      erro: null,
      referencia: pedido.biz_opaque_callback_data ?? null,
      cita: pedido.context?.message_id ?? null,
      botoes: conteudo.botoes,
      cabecalho: conteudo.cabecalho ?? null,
      acoes: conteudo.acoes ?? [],
      ...(conteudo.pede ? { pede: conteudo.pede } : {}),
      midia: conteudo.midia,
      reacao: null,
      modelo: conteudo.modelo,
      categoria: conteudo.categoria,
    }
    if (conteudo.reacaoA === null) this.#n.mundo.escrever(aparelho, mensagem)
    else {
      const alvo = this.#n.mundo.mensagem(conteudo.reacaoA)
      if (!alvo) throw new RecusaGraph(131009, { detalhe: 'Message to react to does not exist.' })
      alvo.mensagem.reacao = conteudo.texto || null
    }
    this.#lembrar(aparelho, mensagem)
    this.#n.mudou(aparelho.id)
    return mensagem
  }

  #lembrar(aparelho: Aparelho, { wamid, tipo, modelo, texto, referencia, quando }: MensagemEmulada): void {
    this.aceitas++
    this.aceitos.push({ wamid, telefone: aparelho.telefone, tipo, modelo, texto, referencia, quando })
    if (this.aceitos.length > this.#guardar * 2) this.aceitos.splice(0, this.aceitos.length - this.#guardar)
  }

  #viver(aparelho: Aparelho, mensagem: MensagemEmulada, falha: number | null): void {
    const { agendador, acaso, atrasos } = this.#n
    mensagem.erro = falha
    agendador.agendar(acaso.entre(atrasos.enviada), () => {
      if (falha !== null) return this.#progredir(aparelho, mensagem, 'failed')
      this.#progredir(aparelho, mensagem, 'sent')
      if (mensagem.tipo === 'reaction') return
      agendador.agendar(acaso.entre(atrasos.entregue), () => {
        if (aparelho.ajustes.bloqueou) mensagem.perdida = true
        else if (aparelho.ajustes.entrega) this.#entregar(aparelho, mensagem)
      })
    })
  }

  #entregar(aparelho: Aparelho, mensagem: MensagemEmulada): void {
    if (mensagem.status !== 'sent' || mensagem.perdida) return
    const { agendador, acaso, atrasos, cenario } = this.#n
    aparelho.naoLidas++
    const le = aparelho.ajustes.leSozinho && (!cenario.personagens || this.#personagens.le(aparelho))
    // Read at the very moment of delivery: Meta then tells only the reading.
    const juntas = le && acaso.acontece(cenario.caos.desordenar)
    if (juntas) this.#ler(aparelho, mensagem)
    else this.#progredir(aparelho, mensagem, 'delivered')
    if (le && !juntas) agendador.agendar(acaso.entre(atrasos.lida), () => this.#ler(aparelho, mensagem))
    if (cenario.personagens && aparelho.ajustes.respondeSozinho) this.#personagens.talvezResponda(aparelho, mensagem)
  }

  #ler(aparelho: Aparelho, mensagem: MensagemEmulada): void {
    if (mensagem.status !== 'delivered' && mensagem.status !== 'sent') return
    aparelho.naoLidas = Math.max(0, aparelho.naoLidas - 1)
    this.#progredir(aparelho, mensagem, 'read')
    if (mensagem.tipo === 'audio') this.#ouvir(aparelho, mensagem)
  }

  /** Who sees a recording listens to it a moment later. */
  #ouvir(aparelho: Aparelho, mensagem: MensagemEmulada): void {
    const { agendador, acaso, atrasos } = this.#n
    agendador.agendar(acaso.entre(atrasos.lida), () => this.#progredir(aparelho, mensagem, 'played'))
  }

  #progredir(aparelho: Aparelho, mensagem: MensagemEmulada, status: StatusEnvio): void {
    if (ORDEM[status] <= ORDEM[mensagem.status]) return
    mensagem.status = status
    const evento = eventoDeStatus(this.#n.formato, aparelho, mensagem, this.#n.agora())
    this.#n.entregador.emitir(evento, aparelho.ajustes.atrasoWebhookMs)
    this.#n.mudou(aparelho.id)
  }
}

interface Retida {
  aparelho: Aparelho
  mensagem: MensagemEmulada
  falha: number | null
}

function respostaDe({ to, recipient }: Pedido, aparelho: Aparelho, mensagem: MensagemEmulada, retida: boolean) {
  const contato =
    to === undefined ? { input: recipient, user_id: aparelho.bsuid } : { input: to, wa_id: waId(aparelho) }
  const message_status = retida ? 'held_for_quality_assessment' : 'accepted'
  return {
    messaging_product: 'whatsapp',
    contacts: [contato],
    messages: [{ id: mensagem.wamid, ...(mensagem.tipo === 'template' ? { message_status } : {}) }],
  }
}
