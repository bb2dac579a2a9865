import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ComTema } from '#web/ui/ComTema.tsx'
import { numero } from '#web/ui/formatos.ts'
import { motivoFila } from '#web/ui/StatusChip.tsx'
import { type FiltroMotivoProps, JANELA_FECHANDO, MOTIVOS, somar } from './FiltroMotivo.tsx'

interface Props extends FiltroMotivoProps {
  ancora: HTMLElement
  aoFechar: () => void
}

/** The reasons, and the windows that close soon; MUI's menu, which comes when first opened. */
export function MenuMotivo({ ancora, aoFechar, motivo, contagem, aoMudar, janela, aoMudarJanela }: Props) {
  const escolher = (fazer: () => void) => () => {
    aoFechar()
    fazer()
  }
  return (
    <ComTema>
      <Menu anchorEl={ancora} open onClose={aoFechar}>
        <Opcao
          rotulo="Todos os motivos"
          total={somar(contagem)}
          atual={!motivo}
          aoEscolher={escolher(() => aoMudar(undefined))}
        />
        {MOTIVOS.map((um) => (
          <Opcao
            key={um}
            rotulo={motivoFila[um].rotulo}
            total={contagem?.[um]}
            atual={um === motivo}
            aoEscolher={escolher(() => aoMudar(um))}
          />
        ))}
        <Divider component="li" />
        <Opcao
          rotulo={JANELA_FECHANDO}
          total={undefined}
          atual={janela}
          aoEscolher={escolher(() => aoMudarJanela(!janela))}
        />
      </Menu>
    </ComTema>
  )
}

interface OpcaoProps {
  rotulo: string
  total: number | undefined
  atual: boolean
  aoEscolher: () => void
}
const Opcao = ({ rotulo, total, atual, aoEscolher, ...doMenu }: OpcaoProps) => (
  <MenuItem {...doMenu} selected={atual} onClick={aoEscolher} sx={{ gap: 6, justifyContent: 'space-between' }}>
    {rotulo}
    <span className="cinza algarismos">{total === undefined ? '' : numero(total)}</span>
  </MenuItem>
)
