import type { Anotacao } from '#contract/anotacoes.ts'
import { fraseDe } from '#web/api/erro.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { avisar } from '#web/ui/avisar.tsx'
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
  const { mudar, apagar } = useAnotacoes(cliente.id)
  // The promise, not a callback of `mutate`: those end with this component, when another customer is opened.
  const aoFalhar = (erro: unknown) => avisar(`${cliente.nome}: ${fraseDe(erro)}`)
  const tirar = async () => {
    const certo = await confirmar({
      titulo: 'Apagar esta anotação?',
      texto: 'Ela some da conversa e do histórico; fica registrado que você a apagou.',
      acao: 'Apagar anotação',
      perigo: true,
    })
    if (certo) await apagar.mutateAsync(anotacao.id).catch(aoFalhar)
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
      <MenuItem
        onClick={() => void mudar.mutateAsync({ anotacao: anotacao.id, fixada: !anotacao.fixada }).catch(aoFalhar)}
      >
        {anotacao.fixada ? 'Soltar do topo' : 'Fixar no topo'}
      </MenuItem>
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
