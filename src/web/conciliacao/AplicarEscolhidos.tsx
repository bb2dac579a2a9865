import type { Movimento } from '#contract/conciliacao.ts'
import { somar } from '#web/contas-receber/palavras.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { dinheiro, plural } from '#web/ui/formatos.ts'
import { desfazerVarios, useAplicarSugestoes } from './conciliacao.api.ts'
import { ENGANO, voltaSozinha } from './decisao.ts'
import { quemPagou } from './palavras.ts'
import '#web/clientes/clientes.css'

/** Where the best explanation leaves no doubt, many are applied with one press. */
const certa = ({ sugestoes: [melhor] }: Movimento) => melhor?.certeza === 'alta' && melhor.acao === 'aplicar'

const somaDe = (movimentos: readonly Movimento[]) => dinheiro(somar(movimentos.map(({ valor }) => valor)))

/** Replaces the filters while movements are selected: their number, their sum, and applying those without doubt. */
export function AplicarEscolhidos({ escolhidas, aoLimpar }: { escolhidas: Movimento[]; aoLimpar: () => void }) {
  const aplicar = useAplicarSugestoes((resultados, movimentos) => {
    const recusados = resultados.filter(({ erro }) => erro !== null)
    const aplicados = movimentos.filter(({ id }) => !recusados.some((um) => um.id === id))
    const dispensados = somar(resultados.map(({ encargos_dispensados }) => encargos_dispensados))
    aoLimpar()
    dizer(
      `${plural(aplicados.length, 'movimento aplicado', 'movimentos aplicados')}: ${somaDe(aplicados)}.${dispensados > 0 ? ` ${dinheiro(dispensados)} de encargos dispensados.` : ''}`,
      { recusados, de: movimentos, oQue: ['movimento não foi aplicado', 'movimentos não foram aplicados'] },
      aplicados.length > 0 && aplicados.every((um) => voltaSozinha(um, { como: 'aplicar' }))
        ? { rotulo: 'Desfazer', fazer: () => void desfazer(aplicados), desfaz: true }
        : undefined,
    )
  })
  const certas = escolhidas.filter(certa)
  // What the first suggestion of each waives, which is what is applied.
  const dispensados = somar(certas.map(({ sugestoes: [melhor] }) => melhor?.encargos_dispensados ?? 0))
  // The charges that a press waives come first: where there is no room, the rest is truncated.
  const nota = [
    dispensados > 0 && `dispensa ${dinheiro(dispensados)} de encargos`,
    certas.length < escolhidas.length && `${plural(escolhidas.length - certas.length, 'pede', 'pedem')} a sua escolha`,
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <div role="toolbar" aria-label="Movimentos selecionados" className="selecao row rigid nowrap">
      <b role="status">{plural(escolhidas.length, 'selecionado', 'selecionados')}</b>
      <span className="selecao-soma">{somaDe(escolhidas)}</span>
      <span className="selecao-nota miudo cortado" title={nota}>
        {nota}
      </span>
      <Button size="small" className="push" onClick={aoLimpar}>
        Limpar
      </Button>
      <Button
        size="small"
        variant="contained"
        disabled={certas.length === 0}
        loading={aplicar.isPending}
        onClick={() => aplicar.mutate(certas)}
      >
        {certas.length === 0
          ? 'Nenhum de certeza alta'
          : `Aplicar ${plural(certas.length, 'sugestão', 'sugestões')}: ${somaDe(certas)}`}
      </Button>
    </div>
  )
}

/** Each by itself, as they were applied: one that somebody has gone on with stops no other. */
async function desfazer(aplicados: Movimento[]) {
  const recusados = await desfazerVarios(
    aplicados.map(({ id }) => id),
    ENGANO,
  )
  dizer(`${plural(aplicados.length - recusados.length, 'movimento voltou', 'movimentos voltaram')} a não ter dono.`, {
    recusados,
    de: aplicados,
    oQue: ['movimento não foi desfeito', 'movimentos não foram desfeitos'],
  })
}

interface NaoFeitos {
  recusados: { id: number; erro: string | null }[]
  de: Movimento[]
  oQue: [um: string, varios: string]
}

/** What was done; what was not is shown over its own screen, and after it was left only counted in the toast. */
function dizer(feito: string, naoFeitos: NaoFeitos, acao?: Parameters<typeof avisar>[1]) {
  const { recusados, oQue } = naoFeitos
  const naTela = location.pathname === '/admin/conciliacao'
  avisar(recusados.length > 0 && !naTela ? `${feito} ${plural(recusados.length, ...oQue)}.` : feito, acao)
  if (recusados.length > 0 && naTela) void abrir((fechar) => <Recusados {...naoFeitos} aoFechar={() => fechar()} />)
}

/** What was not done, each with its sentence: they are still where they were. */
function Recusados({ recusados, de, oQue, aoFechar }: NaoFeitos & { aoFechar: () => void }) {
  return (
    <Dialog
      titulo={plural(recusados.length, ...oQue)}
      aoFechar={aoFechar}
      acoes={
        <Button variant="contained" data-autofocus onClick={aoFechar}>
          Voltar à lista
        </Button>
      }
    >
      <ul className="movimento-lista">
        {recusados.map(({ id, erro }) => {
          const um = de.find((outro) => outro.id === id)
          return (
            <li key={id}>
              <div className="grow">
                {um ? quemPagou(um) : `Movimento ${id}`}
                <div className="miudo">{erro}</div>
              </div>
              {um && <span className="algarismos">{dinheiro(um.valor)}</span>}
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
