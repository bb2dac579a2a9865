import { createServer } from 'node:net'

/** Below the ephemeral range, so that no outgoing connection takes the port before our server listens on it. */
const [DE, ATE] = [20_000, 32_000]

/** A loopback port that nobody uses at this moment. */
export async function portaLivre(): Promise<number> {
  for (let tentativa = 1; ; tentativa += 1) {
    const porta = DE + Math.floor(Math.random() * (ATE - DE))
    if (await livre(porta)) return porta
    if (tentativa === 100) throw new Error(`Nenhuma porta livre entre ${DE} e ${ATE}.`)
  }
}

const livre = (porta: number) =>
  new Promise<boolean>((pronto) => {
    const servidor = createServer().on('error', () => pronto(false))
    servidor.listen(porta, '127.0.0.1', () => servidor.close(() => pronto(true)))
  })
