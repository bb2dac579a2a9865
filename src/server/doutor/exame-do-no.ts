import { contaRealConfigurada } from '#server/cloud-api/conta-whatsapp.ts'
import type { Servicos } from '#server/servicos.ts'
import type { AchadoDoExame } from './achado.ts'
import { examinarSelosGuardados } from './empresa.queries.ts'
import { examinar } from './examinar.ts'
import { examinarRelogio } from './maquina.ts'

/** A screen waits for it. */
const PRAZO_MS = 10_000

export interface ExameDoNo {
  em: Date
  achados: AchadoDoExame[]
}

/** This node's findings; results no older than `idadeMs` are reused, and callers share an exam under way. */
export type Examinar = (idadeMs: number) => Promise<ExameDoNo>

export function criarExameDoNo(servicos: Servicos): Examinar {
  let ultimo: { pedidoEm: number; exame: Promise<ExameDoNo> } | undefined
  return (idadeMs) => {
    const agora = performance.now()
    if (!ultimo || agora - ultimo.pedidoEm > idadeMs) {
      const exame = examinarNo(servicos)
      ultimo = { pedidoEm: agora, exame }
      // A failure is returned only to those already waiting.
      exame.catch(() => {
        if (ultimo?.exame === exame) ultimo = undefined
      })
    }
    return ultimo.exame
  }
}

async function examinarNo(servicos: Servicos): Promise<ExameDoNo> {
  const { db, relogio, whatsapp, saida, correio, discos, chaveSecreta, operacao } = servicos
  // As the rest of the screen tells time; copies and clocks go by the time outside.
  const em = relogio.agora()
  const real = operacao.contaDoAmbiente ? await contaRealConfigurada(db, operacao.contaDoAmbiente) : false
  const achados = await examinar(
    {
      ...operacao,
      db,
      agora: em,
      deFora: relogio.deFora(),
      chaveSecreta,
      correio,
      discos,
      configurado: await whatsapp.configurado(),
      comoPrograma: true,
      selos: () => examinarSelosGuardados(db),
      relogioDeFora: real
        ? async () => examinarRelogio(saida, (await whatsapp.conta()).apiUrl, () => new Date())
        : null,
    },
    PRAZO_MS,
  )
  return { em, achados }
}
