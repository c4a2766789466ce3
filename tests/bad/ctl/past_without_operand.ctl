H
