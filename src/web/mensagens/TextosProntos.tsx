import type { ClienteDetalhado } from '#contract/ficha.ts'
import { emAberto } from '#domain/conta.ts'
import { enviarPix } from '#web/codigos/dialogos.tsx'
import { somar } from '#web/contas-receber/palavras.ts'
import type { Selecao } from '#web/contas-receber/useSelecao.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { dinheiro, plural } from '#web/ui/formatos.ts'
import { PixOutlined } from '#web/ui/icons/PixOutlined.tsx'
import { SmsOutlined } from '#web/ui/icons/SmsOutlined.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const ItensDosTextos = onDemand(() => import('./ItensDosTextos.tsx'), 'ItensDosTextos', {
  Coming: () => <MenuItem disabled>Buscando os modelos…</MenuItem>,
})

interface Props {
  cliente: ClienteDetalhado
  selecao: Selecao
  /** Where room is short, "Enviar Pix" and the total stand in the menu too. */
  soModelos: boolean
  aoEscolher: (texto: string) => void
}

/** A Pix to be sent, and texts with their values already in place, which go into the field to be changed. */
export function TextosProntos({ cliente, selecao, soModelos, aoEscolher }: Props) {
  const total = totalDeHoje(cliente, selecao)
  const haConta = cliente.contas.some(emAberto)
  const pix = () =>
    void enviarPix(
      cliente,
      selecao.contas.map(({ id }) => id),
    )
  const trigger = soModelos ? (
    <IconButton aria-label="Textos prontos">
      <SmsOutlined />
    </IconButton>
  ) : (
    <Button size="small" variant="outlined" startIcon={<SmsOutlined />}>
      Modelos
    </Button>
  )
  return (
    <>
      {!soModelos && haConta && (
        <Button size="small" variant="outlined" startIcon={<PixOutlined />} onClick={pix}>
          Enviar Pix
        </Button>
      )}
      {!soModelos && total && (
        <Button size="small" variant="outlined" onClick={() => aoEscolher(total)}>
          Total de hoje
        </Button>
      )}
      <Menu trigger={trigger} rotulo="Textos prontos">
        {soModelos && haConta && <MenuItem onClick={pix}>Enviar Pix</MenuItem>}
        {soModelos && total && <MenuItem onClick={() => aoEscolher(total)}>Total de hoje</MenuItem>}
        <ItensDosTextos clienteId={cliente.id} aoEscolher={aoEscolher} />
      </Menu>
    </>
  )
}

/** What the chosen accounts are worth today; what is overdue when none is chosen; nothing when nothing is owed. */
function totalDeHoje(cliente: ClienteDetalhado, selecao: Selecao): string | null {
  const contas = selecao.contas.length ? selecao.contas : cliente.contas.filter((conta) => conta.status === 'vencida')
  if (contas.length === 0) return null
  const total = dinheiro(somar(contas.map((conta) => conta.valor_atualizado)))
  const comEncargos = contas.some((conta) => conta.encargos > 0) ? ', com encargos,' : ''
  return `O total de hoje${comEncargos} é ${total} (${plural(contas.length, 'conta', 'contas')}).`
}
