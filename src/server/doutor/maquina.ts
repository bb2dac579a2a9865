import { request } from 'undici'
import { emBytes } from '#domain/bytes.ts'
import { type Disco, quaseCheio } from '#server/armazem/disco.ts'
import type { SaidaSegura } from '#server/rede/saida-segura.ts'
import { type Achado, atencao, bem, mal } from './achado.ts'
import { julgarRelogio } from './banco.queries.ts'

const PRAZO_MS = 8_000

export const examinarVersao = (versao: string): Achado =>
  Number.parseInt(versao.slice(1), 10) >= 24
    ? bem(`Node ${versao}.`)
    : mal(`O Node desta máquina é o ${versao}: o programa precisa do 24 ou mais novo.`)

export const examinarDiscos = (discos: readonly Disco[]): Achado[] =>
  discos.map((disco) => {
    const restam = `restam ${emBytes(disco.livre)} de ${emBytes(disco.total)}`
    if (!disco.gravavel) return mal(`Não se pode gravar em ${disco.pasta}: confira o disco e as permissões da pasta.`)
    return quaseCheio(disco)
      ? mal(`No disco de ${disco.pasta} só ${restam}: libere espaço antes que nada mais seja gravado.`)
      : bem(`No disco de ${disco.pasta} ${restam}.`)
  })

/** Compares this machine's clock with the date in an outside server's answer, which has a precision of a second. */
export async function examinarRelogio(saida: SaidaSegura, url: string, agora: () => Date): Promise<Achado> {
  const host = new URL(url).hostname
  const agent = saida.abrir({}, PRAZO_MS)
  try {
    const antes = agora().getTime()
    const { headers, body } = await request(new URL('/', url), {
      method: 'HEAD',
      dispatcher: agent,
      signal: AbortSignal.timeout(PRAZO_MS),
    })
    const meio = (antes + agora().getTime()) / 2
    await body.dump()
    const deles = Date.parse(String(headers.date)) + 500
    if (Number.isNaN(deles)) return atencao(`${host} não informou a hora: o relógio não foi comparado com o de fora.`)
    return julgarRelogio(`o de ${host}`, deles - meio)
  } catch {
    return atencao(`Não foi possível chegar a ${host}: confira a rede e a saída do firewall desta máquina.`)
  } finally {
    await agent.close()
  }
}
