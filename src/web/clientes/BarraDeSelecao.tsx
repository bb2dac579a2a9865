import { Button } from '#web/ui/Button.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { dinheiro, numero, plural } from '#web/ui/formatos.ts'
import { PersonAddAltOutlined } from '#web/ui/icons/PersonAddAltOutlined.tsx'
import { SwapHorizOutlined } from '#web/ui/icons/SwapHorizOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import type { SelecaoClientes } from './useSelecaoClientes.ts'
import './clientes.css'

const dialogos = () => import('./TransferirDialogs.tsx')
const DistribuirDialog = onDemand(dialogos, 'DistribuirDialog')
const TransferirDialog = onDemand(dialogos, 'TransferirDialog')

/** Takes the filters' place, at the same height, so that the table does not move; on a phone it stands at the bottom. */
export function BarraDeSelecao({ selecao, total }: { selecao: SelecaoClientes; total: number }) {
  const { quantos, soma, alvo, comDono, todos, limpar } = selecao
  const comum = { alvo, quantos, aoFim: limpar }
  return (
    <div role="toolbar" aria-label="Clientes selecionados" className="selecao row rigid nowrap">
      <b role="status">{plural(quantos, 'selecionado', 'selecionados')}</b>
      <span className="selecao-soma">
        {dinheiro(soma)}
        <span className="so-larga"> em aberto</span>
      </span>
      {!todos && total > quantos && (
        <Button size="small" className="selecao-todos" onClick={selecao.escolherTodos}>
          {/* Shorter on a phone, to fit one line; one child, as a button puts a gap between several. */}
          <span>
            <span className="so-larga">Selecionar os</span>
            <span className="so-estreita">Todos os</span> {numero(total)}
          </span>
        </Button>
      )}
      <Button size="small" className="selecao-limpar push" onClick={limpar}>
        Limpar
      </Button>
      <div className="selecao-acoes flex gap-8">
        <Button
          size="small"
          variant="outlined"
          startIcon={<SwapHorizOutlined />}
          aria-label="Transferir para…"
          onClick={() => void abrir((fechar) => <TransferirDialog {...comum} aoFechar={() => fechar()} />)}
        >
          <span>
            Transferir<span className="so-larga"> para…</span>
          </span>
        </Button>
        <Button
          size="small"
          variant="contained"
          startIcon={<PersonAddAltOutlined />}
          aria-label="Distribuir entre operadores"
          onClick={() =>
            void abrir((fechar) => <DistribuirDialog {...comum} comDono={comDono} aoFechar={() => fechar()} />)
          }
        >
          <span>
            Distribuir<span className="so-larga"> entre operadores</span>
          </span>
        </Button>
      </div>
    </div>
  )
}
