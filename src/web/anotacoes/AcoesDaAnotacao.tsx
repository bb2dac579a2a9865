import type { Anotacao } from '#contract/anotacoes.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { MoreHorizOutlined } from '#web/ui/icons/MoreHorizOutlined.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { useAnotacoes } from './anotacoes.api.ts'
import { anotar } from './dialogos.tsx'

interface Props {
  anotacao: Anotacao
  cliente: { id: number; nome: string }
}

/** The actions on a note: anyone pins it, its author changes or deletes it. */
export function AcoesDaAnotacao({ anotacao, cliente }: Props) {
  const eu = useUsuario()
  const { fixar, apagar } = useAnotacoes(cliente)
  const tirar = async () => {
    const certo = await confirmar({
      titulo: 'Apagar esta anotação?',
      texto: 'Ela some da conversa e do histórico; fica registrado que você a apagou.',
      acao: 'Apagar anotação',
      perigo: true,
    })
    if (certo) apagar.mutate(anotacao.id)
  }
  return (
    <Menu
      rotulo="Ações da anotação"
      trigger={
        <IconButton size="small" aria-label={`Ações da anotação de ${anotacao.autor.name}`}>
          <MoreHorizOutlined size={20} />
        </IconButton>
      }
    >
      <MenuItem onClick={() => fixar.mutate(anotacao)}>{anotacao.fixada ? 'Soltar do topo' : 'Fixar no topo'}</MenuItem>
      {anotacao.autor.id === eu.id && (
        <>
          <MenuItem onClick={() => void anotar(cliente, anotacao)}>Mudar</MenuItem>
          <MenuItem danger onClick={() => void tirar()}>
            Apagar
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
