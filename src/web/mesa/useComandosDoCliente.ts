import type { ClienteDetalhado } from '#contract/ficha.ts'
import { contestavel, emAberto, prometivel } from '#domain/conta.ts'
import { anotar } from '#web/anotacoes/dialogos.tsx'
import { podeNegociar, podePausar } from '#web/clientes/clientes.api.ts'
import { pausar } from '#web/clientes/dialogos.tsx'
import { pagar } from '#web/contas-receber/dialogos.tsx'
import type { Selecao } from '#web/contas-receber/useSelecao.ts'
import { contestar } from '#web/contestacoes/dialogos.tsx'
import { prometer } from '#web/promessas/dialogos.tsx'
import type { Comando, ComandosDaTela } from '#web/shell/teclas.ts'
import { useComandos } from '#web/shell/useComandos.ts'
import { useMudarFiltros } from '#web/ui/useFiltros.ts'
import { apertarDica } from './conversa/dicaAVista.ts'

interface Aberto {
  cliente: ClienteDetalhado | undefined
  selecao: Selecao
  /** Available already while the customer is being fetched. */
  assumir: (() => void) | undefined
}

/** Registers the commands of the open customer; `Devolver` registers its own. */
export function useComandosDoCliente({ cliente, selecao, assumir }: Aberto) {
  const mudar = useMudarFiltros()
  const [conta, ...outras] = selecao.contas.length > 0 ? selecao.contas : (cliente?.contas.filter(emAberto) ?? [])
  const negocia = cliente && podeNegociar(cliente) && selecao.contas.length > 0
  const contas = selecao.contas.map(({ id }) => id)
  useComandos({
    assumir: assumir && (() => assumir()),
    pagar: conta && (() => void pagar(conta, ...outras)),
    prometer: cliente?.contas.some(prometivel)
      ? () => apertarDica('prometer') || void prometer(cliente, { contas })
      : undefined,
    contestar: cliente?.contas.some(contestavel)
      ? () => apertarDica('contestar') || void contestar(cliente, { contas })
      : undefined,
    negociar: negocia ? () => mudar({ painel: 'negociar' }, { empurrar: true }) : undefined,
    pausar: cliente && podePausar(cliente) ? () => void pausar(cliente) : undefined,
    anotar: cliente && (() => void anotar(cliente)),
  } satisfies Record<Exclude<Comando, 'devolver'>, ComandosDaTela[Comando]>)
}
