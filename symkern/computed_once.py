"""Attributes that are computed when they are first asked for, without a lock.

Python 3.11's `functools.cached_property` holds a lock of the whole class while it computes. A process forked at that
moment inherits the lock and nobody who could release it, and every thread waits for every other. Without it, two
threads may compute an attribute at the same time; both get equal values, and one of them is kept.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")


class computed_once(Generic[Value]):
    """Decorator of a method that becomes an attribute, computed at its first use and kept in the instance.

    >>> class Circle:
    ...     @computed_once
    ...     def area(self) -> float:
    ...         print("computed")
    ...         return 3.14
    >>> circle = Circle()
    >>> circle.area + circle.area
    computed
    6.28
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self.compute, self.__doc__ = compute, compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> "computed_once[Value]": ...
    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...
    def __get__(self, instance: Any, owner: type) -> Any:
        if instance is None:
            return self
        kept: dict[str, Any] = instance.__dict__  # found there the next time, before this descriptor
        return kept.setdefault(self.name, self.compute(instance))
