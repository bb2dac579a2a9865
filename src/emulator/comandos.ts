import { contarMudancas } from './conta.eventos.ts'
import type { Envios } from './envios.ts'
import type { Ajustes, Aparelho, MensagemEmulada } from './mundo.ts'
import type { Cenario, Nucleo } from './nucleo.ts'

/** What tests, the demonstration or a person on the page do to the emulator. */
export interface Comandos {
  /** Changes what it plays, and sends the webhooks that Meta would send about it. */
  configurar(cenario: Partial<Omit<Cenario, 'caos'>>): void
  /** The company sends by another number from now on; what came to the earlier ones can still be read and fetched. */
  usarNumero(phoneNumberId: string): void
  aparelho(telefone: string): Aparelho
  ajustar(telefone: string, ajustes: Partial<Ajustes>): Aparelho
  /**
   * Restores what was before the emulator: until when the company may write freely, and what both wrote, unless the phone
   * has messages of its own.
   */
  lembrar(telefone: string, passado: { janelaAte?: number; mensagens?: MensagemEmulada[] }): void
  /** The customer opens the conversation. */
  abrir(telefone: string): Aparelho
}

export function comandosDe(nucleo: Nucleo, envios: Envios): Comandos {
  const { mundo, entregador, conta, cenario } = nucleo
  return {
    configurar(novas) {
      const antes = { ...cenario }
      Object.assign(cenario, novas)
      for (const evento of contarMudancas(conta, antes, cenario, nucleo.agora())) entregador.emitir(evento)
      nucleo.mudou(null)
    },
    usarNumero(novo) {
      conta.outrosNumeros = [conta.phoneNumberId, ...conta.outrosNumeros].filter((um) => um !== novo)
      conta.phoneNumberId = novo
    },
    aparelho: (telefone) => mundo.ver(telefone),
    ajustar(telefone, ajustes) {
      const aparelho = mundo.obter(telefone)
      const voltou = !aparelho.ajustes.entrega && ajustes.entrega === true
      Object.assign(aparelho.ajustes, ajustes)
      if (voltou) envios.entregarRetidas(aparelho)
      nucleo.mudou(aparelho.id)
      return aparelho
    },
    lembrar(telefone, { janelaAte = 0, mensagens = [] }) {
      const aparelho = mundo.obter(telefone)
      aparelho.janelaAte = Math.max(aparelho.janelaAte, janelaAte)
      if (aparelho.mensagens.length > 0) return
      for (const mensagem of mensagens) mundo.escrever(aparelho, mensagem)
      // The customer's last message shows that they had seen what came before it.
      const depois = mensagens.slice(mensagens.findLastIndex(({ direcao }) => direcao === 'cliente') + 1)
      aparelho.naoLidas = depois.filter(({ status }) => status === 'delivered').length
    },
    abrir(telefone) {
      const aparelho = mundo.ver(telefone)
      if (aparelho.ajustes.leAoAbrir) envios.lerTudo(aparelho)
      return aparelho
    },
  }
}
